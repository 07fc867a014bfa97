#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: codec.sh COMMAND SOURCE_DIR
#
# teetape codec with all test vectors, through pipes; and what it says of lines that cannot be converted.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh" # hex: digits as bytes
vectors=$tree/tests/vectors

# column FILE PATTERN N: column N of the lines whose name (column 1) matches.
column() {
    awk -F '\t' -v pattern="$2" -v n="$3" '/^#/ { next } $1 ~ pattern { print $n }' "$vectors/$1.txt"
}

# same WHAT: `got` is what was `wanted`; where `error` was wanted, any reason is right.
same() {
    sed 's/^error: .*/error/' got >plain
    [ -s wanted ] || wrong "$1: there are no vectors"
    diff wanted plain >difference || { wrong "$1 (wanted <, got >):" && head -n 6 difference; }
}

# says STATUS OUTPUT INPUT WORD...: one line in, one line out. %b resolves escapes of the input.
says() {
    says_status=$1
    says_wanted=$2
    says_input=$3
    shift 3
    says_got=$(printf '%b' "$says_input" | "$teetape" codec "$@" 2>err)
    says_is=$?
    [ $says_is -eq "$says_status" ] || wrong "codec $*: exit status $says_is in place of $says_status"
    [ "$says_got" = "$says_wanted" ] || wrong "codec $* of $says_input: '$says_got' in place of '$says_wanted'"
}

# Variable-length ints.
column varint '^pack' 4 | tr ',' ' ' >given
column varint '^pack' 3 >wanted
"$teetape" codec varint encode <given >got || wrong "varint encode: exit status $?"
same 'varint encode'
"$teetape" codec varint decode <wanted >got || wrong "varint decode: exit status $?"
mv given wanted
same 'varint decode of what was encoded'
column varint '^unpack' 4 | tr ',' ' ' >wanted
column varint '^unpack' 2 | "$teetape" codec varint decode --quiet >got 2>err
[ $? -eq 1 ] || wrong 'varint decode: some lines are errors, and the exit status is not 1'
[ ! -s err ] || wrong 'varint decode --quiet says something'
same 'varint decode'
column varint '^unpack' 2 | "$teetape" codec varint decode 2>&1 >got | grep -q 'line .*: byte .*more bytes than it needs' ||
    wrong 'varint decode does not warn of long forms'

# Huffman.
for form in 3 4; do
    column huffman . 2 >given
    awk -F '\t' -v n=$form '!/^#/ { print $n == "=" ? $3 : $n }' "$vectors/huffman.txt" >wanted
    classic=--classic
    [ $form = 4 ] || classic=--quiet
    "$teetape" codec huffman encode $classic <given >got || wrong "huffman encode $classic: exit status $?"
    same "huffman encode $classic"
    "$teetape" codec huffman decode <wanted >got || wrong "huffman decode: exit status $?"
    mv given wanted
    same "huffman decode of what was encoded with $classic"
done
column huffman_decode . 3 >wanted
column huffman_decode . 2 | "$teetape" codec huffman decode >got
[ $? -eq 1 ] || wrong 'huffman decode: some lines are errors, and the exit status is not 1'
same 'huffman decode'

# Strings as ints; the texts go through codec string, which is tested below.
text_of_hex() {
    sed 's/^-$//; s/$/00/' | "$teetape" codec string decode
}
for count in 3 4 6; do
    column strings "^strtoints.${count}[.]" 3 | tr ',' ' ' >wanted
    column strings "^strtoints.${count}[.]" 2 | text_of_hex >texts
    "$teetape" codec ints encode --count $count <texts >got || wrong "ints encode: exit status $?"
    same "ints encode --count $count"
    "$teetape" codec ints decode <wanted >got || wrong "ints decode: exit status $?"
    mv texts wanted
    same "ints decode, $count ints"
done
column strings ^intstostr 3 | sed 's/^0 .*/error/; s/^1 //; s/^-$//' >wanted
column strings ^intstostr 2 | tr ',' ' ' | "$teetape" codec ints decode >got
awk '/^error/ { print "error"; next } { print }' got | while read -r line; do
    [ "$line" = error ] && echo error && continue
    printf '%s\n' "$line" | "$teetape" codec string encode | sed 's/00$//'
done >plain
diff wanted plain || wrong 'ints decode (wanted <, got >)'

# Strings of messages, cleaned or not; with --raw, because some have line feeds.
mode() {
    case $1 in 1) echo --clean=sanitize ;; 2) echo --clean=sanitize-cc ;; 4) echo --clean=skip-whitespace ;;
    6) echo --clean=sanitize-cc,skip-whitespace ;; *) echo --quiet ;; esac
}
# digits: stdin as hex; - for none
digits() {
    digits=$(od -An -v -tx1 | tr -d ' \n')
    echo "${digits:--}"
}
for m in 0 1 2 4 6; do
    column strings "^getstring.${m}[.]" 3 | sed 's/^ok //; s/^error.*/error/' >wanted
    column strings "^getstring.${m}[.]" 2 | while read -r line; do
        hex "${line#-}" | "$teetape" codec string decode --raw "$(mode $m)" >text 2>err && digits <text || echo error
    done >got
    same "string decode $(mode $m)"
done
# The last ones are about the 2048 bytes of a message.
awk -F '\t' '/^addstring[.][0-9]*[.]1[.]0[0-8]/ { split($1, part, "."); print part[2], $2, $3 }' "$vectors/strings.txt" >given
cut -d ' ' -f 3 given >wanted
while read -r limit text _; do
    [ "$limit" = 0 ] && limit=100000
    hex "${text#-}" | "$teetape" codec string encode -q --limit "$limit" | grep . || echo 00
done <given >got
same 'string encode'
printf 'a\0b' | "$teetape" codec varint decode --raw >got
printf '%s\n' '33 0 34' | sed 's/33 0 34/-34 0 -35/' >wanted
same 'varint decode --raw'

# Snapshots and deltas: items as JSON without names of fields, which is what any type can have.
cat >items.awk <<'AWK'
function items(text,    n, i, all, part, key, out) {
    if (text == "-") return "{\"items\":[]}"
    n = split(text, all, ";")
    for (i = 1; i <= n; i++) {
        split(all[i], part, ":")
        if (index(all[i], ":") == 0) part[2] = ""
        split(part[1], key, "/")
        out = out (i > 1 ? "," : "") "{\"type\":" key[1] ",\"id\":" key[2] ",\"data\":[" part[2] "]}"
    }
    return "{\"items\":[" out "]}"
}
function options(table) {
    return table == "07" ? "--protocol=7" : "--protocol=6"
}
AWK
echo '!/^#/ { print items($2) }' | cat items.awk - >snapshot.awk
awk -F '\t' -f snapshot.awk "$vectors/snapshot.txt" >given
column snapshot . 3 >wanted
"$teetape" codec snapshot encode --little-endian <given >got || wrong "snapshot encode: exit status $?"
same 'snapshot encode --little-endian'
"$teetape" codec snapshot decode --little-endian <wanted >decoded || wrong "snapshot decode: exit status $?"
"$teetape" codec snapshot encode --little-endian <decoded >got || wrong "snapshot encode of decoded: exit status $?"
same 'snapshot encode of what was decoded'
sed 's/.*"crc":\([0-9]*\)}$/\1/' decoded >got
column snapshot . 4 >wanted
same 'checksums'

for table in 06 07; do
    cat items.awk - >delta.awk <<'AWK'
!/^#/ && $2 == table {
    print "{\"from\":" items($3) ",\"to\":" items($4) "}" >"both"
    print $6 >"wanted_delta"
    print "{\"from\":" items($3) ",\"delta\":\"" $6 "\"}" >"from_delta"
    print items($9) >"after"
    print options($2) >"option"
}
AWK
    awk -F '\t' -v table=$table -f delta.awk "$vectors/delta.txt"
    option=$(head -n 1 option)
    cp wanted_delta wanted
    "$teetape" codec delta create "$option" <both >got || wrong "delta create $option: exit status $?"
    same "delta create $option"
    "$teetape" codec snapshot encode <after >wanted
    "$teetape" codec delta apply "$option" <from_delta >got 2>err || wrong "delta apply $option: exit status $?"
    same "delta apply $option"
    [ ! -s err ] || { wrong "delta apply $option: warnings" && head -n 3 err; }
    # the JSON of a delta is as good as its bytes
    "$teetape" codec delta decode "$option" <wanted_delta >decoded || wrong "delta decode $option: exit status $?"
    paste -d ' ' from_delta decoded | sed 's/"delta":"[^"]*"} \(.*\)/"delta":\1}/' >again
    "$teetape" codec delta apply "$option" <again >got || wrong "delta apply $option of JSON: exit status $?"
    same "delta apply $option of what was decoded"
done

cat items.awk - >apply.awk <<'AWK'
/^#/ { next }
# a delta without a head is an error of the library, and no change here
$1 == "no_header" { next }
# a protocol has sizes
$2 == "none" { next }
{
    gsub(",", " ", $4)
    print options($2), $4 >"given"
    print items($3) >"old"
    if ($5 ~ /^ok/) { sub(/^ok [0-9]* /, "", $5); print items($5) >"new" } else { print "error" >"new" }
}
AWK
awk -F '\t' -f apply.awk "$vectors/delta_apply.txt"
"$teetape" codec snapshot encode <old >old_hex
"$teetape" codec snapshot encode <new | sed 's/^error: .*/error/' >wanted
cut -d ' ' -f 2- given | "$teetape" codec varint encode | paste -d ' ' old_hex - >both
cut -d ' ' -f 1 given | paste -d '=' - both | while IFS='=' read -r name value rest; do
    printf '%s\n' "$rest" | "$teetape" codec delta apply -q "$name" "$value"
done >got
same 'delta apply of odd deltas'

# What a line may be.
says 0 '0040808001' '0 -1 8192\n' varint encode
says 0 '0040808001' ' 0  -1\t8192 \r\n' varint encode
says 0 '0040808001' '0 -1 8192' varint encode
says 0 '-' '\n' varint encode
says 0 '-' '-\n' varint encode
says 0 '-' '-\n' varint decode
says 0 '0 -1' '0040\r\n' varint decode
says 0 '-2147483648' 'FFFFFFFF0F' varint decode
says 0 '' '' varint decode
says 0 '2d00' '-\n' string encode
says 0 '00' '\n' string encode
says 0 '0d00' '\r\n' string encode
says 0 '61efbfbd00' 'a\0377\n' string encode
grep -q 'line 1: not valid UTF-8' err || { wrong 'string encode: no warning' && cat err; }
says 0 'Hello' '48656c6c6f00\n' string decode
says 0 '' '00\n' string decode
says 0 '6bb8ba88-0f0b-382e-8dae-dbf4052b8b7d' 'teehistorian-test@ddnet.tw' uuid
says 0 '3 16777216 10 1' '03808080100a01' varint decode

# What a line may not be, and what is said about it.
says 1 'error: number 1: not a whole number' '5 x\n' varint encode
says 1 'error: number 0: not a whole number' '1.5\n' varint encode
says 1 'error: number 1: not a whole number' '1 - 2\n' varint encode
says 1 'error: number 2: not in -2147483648..2147483647' '1 2 2147483648\n' varint encode
says 1 'error: number 0: not in -2147483648..2147483647' '-2147483649\n' varint encode
says 1 'error: number 0: not in -2147483648..2147483647' '99999999999999999999\n' varint encode
says 1 'error: character 3: a second hex digit is missing' '808\n' varint decode
says 1 'error: character 2: not a hex digit' '80 80\n' varint decode
says 1 'error: the value is empty; write - for no bytes' '\n' varint decode
says 1 'error: byte 1: the data ends inside a value' '0080\n' varint decode
says 1 'error: byte 0: the data ends before the NUL' '-\n' string decode
says 1 'error: byte 2: the data ends before the NUL' '6e6f\n' string decode
says 0 'a' '61006100\n' string decode
grep -q 'line 1: byte 2: bytes follow the NUL' err || { wrong 'string decode: no warning' && cat err; }
says 1 'error: byte 1: a text is not valid UTF-8' '61ff00\n' string decode
says 1 'error: byte 1: the text has a line feed; use --json or --raw' '610a6200\n' string decode
says 1 'error: byte 1: the text has a NUL inside' 'a\000b\n' string encode
says 1 'error: byte 3: 1 ints hold no more than 3 bytes' 'abcd\n' ints encode --count 1
says 1 'error: no ints are given; a text in ints has at least one' '-\n' ints decode
says 1 'error: byte 3: a text is not valid UTF-8' '-505290369 0\n' ints decode
says 1 'error: byte 0: the data ends inside an int' '000000' snapshot decode --little-endian
says 1 'error: byte 0: the head of a snapshot does not agree with its size' '0001' snapshot decode
says 1 'error: from: character 1: not a hex digit' '0x 00' delta apply
says 1 'error: delta: character 6: not a hex digit' '0000 0x' delta apply
says 1 "error: the line needs two values, the old snapshot and 'delta'; - is an empty snapshot" '00' delta apply
says 1 'error: the line has no '"'delta'"'; write {"from": ..., "delta": ...}' '{"from":"0000"}' delta decode
# JSON stands for each of the two as well, and needs no blank after it; the pair has names of its own
says 0 '{"removed":[],"updates":[]}' '{"removed":[],"updates":[]}' delta decode
says 0 '{"removed":[],"updates":[]}' '{"delta":"-","from":{"items":[]}}' delta decode
says 0 0000 '{"items":[],"crc":0} -' delta apply
says 0 0000 ' {"items":[ ]}{"updates":[], "removed":[]} ' delta apply
says 1 'error: from: character 1: this name is not known here' '{"its":[]} -' delta apply
says 1 'error: delta: character 14: this name is not known here' '{"items":[]} {"to":1}' delta apply
says 1 'error: delta: character 1: this name is not known here' '{"form":"-"}' delta decode
says 1 'error: character 13: the JSON text ends too early' '{"removed":[]' delta decode
says 1 'error: character 9: not an array' '{"items":"[]"}' snapshot encode
says 1 'error: character 18: not a whole number of 32 bits' '{"items":[{"type":"1","id":2,"data":[3]}]}' snapshot encode
says 1 'error: character 35: not a whole number of 32 bits' '{"items":[{"type":1,"id":2,"data":["3"]}]}' snapshot encode
says 1 'error: delta: byte 4: the delta ends before the type and id of an update' '- 00010005' delta apply
says 1 'error: to: type 5, id 1: an item has two sizes, which a delta cannot express' \
    '{"from":{"items":[{"type":5,"id":1,"data":[1,2,3]}]},"to":{"items":[{"type":5,"id":1,"data":[1,2]}]}}' delta create
says 1 'error: to: character 18: this name is not known here' '{"from":"-","to":{"its":[]}}' delta create
says 1 'error: character 42: the object has no member of this name' \
    '{"items":[{"name":"Flag","id":1,"fields":{"z":1}}]}' snapshot encode
says 1 '{"error":"byte 2: the data ends before the NUL","byte":2}' '6161\n' string decode --json
says 1 '{"error":"from: character 1: not a hex digit","where":"from","character":1}' '0x 00' delta apply --json
says 1 '' '80' huffman decode --raw
grep -q 'byte 1: the data ends before the end symbol' err || { wrong 'huffman decode --raw: no error' && cat err; }

# One bad line does not harm its neighbours; JSON.
printf '00\nx\n40\n' | "$teetape" codec varint decode --json >got
printf '{"ints":[0]}\n{"error":"character 0: not a hex digit","character":0}\n{"ints":[-1]}\n' | cmp - got || wrong 'varint decode --json'
says 0 '{"hex":""}' '\n' varint encode --json
says 0 '{"text":"a\nb"}' '610a6200\n' string decode --json
says 0 '{"uuid":"6bb8ba88-0f0b-382e-8dae-dbf4052b8b7d"}' 'teehistorian-test@ddnet.tw\n' uuid --json

# What somebody sees who debugs a bot.
keyframe=1c020010818028010200808070a40140
says 0 '{"items":[{"type":5,"id":1,"name":"Flag","fields":{"x":1,"y":2,"team":0,"team_name":"red"}},{"type":14,"id":0,"name":"Explosion","fields":{"x":100,"y":-1}}],"crc":102}' \
    $keyframe snapshot decode
says 0 '{"removed":[{"type":14,"id":0,"name":"Explosion"}],"updates":[{"type":5,"id":1,"name":"Flag","new":false,"fields":{"x":0,"y":1,"team":0}}]}' \
    "$keyframe 0101008080700501000100" delta decode
says 0 '{"items":[{"type":5,"id":1,"name":"Flag","fields":{"x":1,"y":3,"team":0,"team_name":"red"}}],"crc":4}' \
    "$keyframe 0101008080700501000100" delta apply --json
says 0 '0101008080700501000100' \
    "$keyframe "'{"items":[{"name":"Flag","id":1,"fields":{"team":"red","y":3,"x":1}}]}' delta create
says 0 '-' "$keyframe $keyframe" delta create
says 0 "$keyframe" "$keyframe -" delta apply
says 0 '{"removed":[],"updates":[]}' "$keyframe $keyframe" delta create --json
says 0 '0000' '- -' delta apply
# An extended type is known by the UUID that the snapshot, or the delta itself, has for it.
says 0 '{"removed":[],"updates":[{"type":0,"id":32767,"name":"Ex","fields":{"uuid":[-1824658838,-629591830,-1450210576,914991429]},"declares":"933dea6a-da79-30ea-a98f-8af03689a945","declares_name":"GameInfoEx"},{"type":32767,"id":0,"uuid":"933dea6a-da79-30ea-a98f-8af03689a945","name":"GameInfoEx","fields":{"flags":16777216,"version":10,"flags2":1}}]}' \
    00020000bfff0304d5d690cc0dd5bcb6d804cfd483e70a85a5cde806bfff030003808080100a01 delta decode

# The words of the command, its options, its help.
# refuses SENTENCE WORD...
refuses() {
    sentence=$1
    shift
    "$teetape" codec "$@" >got 2>err </dev/null
    status=$?
    [ $status -eq 2 ] || wrong "codec $*: exit status $status in place of 2"
    grep -qF -e "$sentence" err || { wrong "codec $*: no '$sentence'" && cat err; }
    grep -qF 'usage: teetape codec [OPTION...] KIND' err || wrong "codec $*: no usage"
    [ ! -s got ] || wrong "codec $*: wrong usage, but results"
}
refuses 'a kind is missing; it can be varint, huffman, string, ints, uuid, snapshot or delta'
refuses "'vraint' is unknown; did you mean 'varint'?" vraint encode
refuses "a word is missing after 'varint'; it can be encode or decode" varint
refuses "'encod' is unknown; did you mean 'encode'?" huffman encod
refuses "'xyzzy' is unknown; this word can be decode, apply or create" delta xyzzy
refuses "'x' is one word too many after 'uuid'" uuid x
refuses 'ints encode needs --count N, the number of ints' ints encode
refuses '--count belongs to ints encode' ints decode --count 3
refuses '--classic belongs to huffman encode' huffman decode --classic
refuses '--limit belongs to string encode' string decode --limit 3
refuses '--clean belongs to string decode' string encode --clean sanitize
refuses "--clean: 'sanitze' is unknown; did you mean 'sanitize'?" string decode --clean sanitze
refuses '--protocol belongs to snapshot and delta' varint encode --protocol 7
refuses "--protocol: '8' is unknown" delta decode --protocol 8
refuses '--protocol takes one word' delta decode --protocol 6,7
refuses '--little-endian belongs to snapshot and delta' varint encode --little-endian
refuses '--raw takes one value, but this codec needs lines' delta apply --raw
refuses 'there is no option -r' -r varint encode

# What bash completes: kinds, then what can be done with them.
complete_bash() {
    bash -c '. "$1/man/completions/teetape.bash" && shift
        COMP_WORDS=(teetape "$@") COMP_CWORD=$#
        _teetape 2>/dev/null
        echo "${COMPREPLY[@]}"' bash "$tree" "$@"
}
[ "$(complete_bash codec s)" = 'string snapshot' ] || wrong "completion of kinds: $(complete_bash codec s)"
[ "$(complete_bash codec delta '')" = 'decode apply create' ] || wrong 'completion of what delta can do'
[ "$(complete_bash codec uuid '')" = '' ] || wrong 'completion after uuid'
[ "$(complete_bash codec varint encode --ra)" = --raw ] || wrong 'completion of options'

# The examples in the help, and all of the man page, are right.
"$teetape" codec --help >got
grep -q '^  delta create  ' got || wrong 'codec --help does not list the kinds'
sed -n '/^Examples/,/^$/s/^    teetape codec \(.*\)/\1/p' got | grep '<<<' >examples
[ "$(wc -l <examples)" -ge 2 ] || wrong 'there are no examples in the help'
sed -n 's/\\-/-/g; s/\\(aq/'\''/g; s/^teetape codec \(.*<<<.*\)/\1/p' "$tree/man/teetape-codec.1" >>examples
[ "$(sort -u examples | wc -l)" -ge 4 ] || wrong 'there are no examples in the man page'
while read -r line; do
    bash -c "'$teetape' codec $line" >got 2>err || { wrong "example: codec $line" && cat got err; }
done <examples

# Answers come line by line, a reader may leave, and outputs may fail.
mkfifo question answer
"$teetape" codec varint encode <question >answer &
child=$!
exec 8>question 9<answer
for number in 1 2 64; do
    echo $number >&8
    read -r line <&9
    [ -n "$line" ] || wrong 'no answer before the end of the input'
done
[ "$line" = 8001 ] || wrong "the third answer is $line"
exec 8>&- 9<&-
wait $child || wrong "exit status $? of a conversation"
yes 1 2>/dev/null | "$teetape" codec varint encode 2>err | head -n 2 >got
[ ! -s err ] && [ "$(tail -n 1 got)" = 01 ] || { wrong 'a reader that leaves is no error' && cat err; }
if [ -c /dev/full ]; then
    echo 1 | "$teetape" codec varint encode >/dev/full 2>err
    status=$?
    [ $status -eq 3 ] || wrong "/dev/full: exit status $status"
fi
"$teetape" codec varint encode </ >got 2>err
status=$?
[ $status -eq 3 ] || wrong "stdin is a folder: exit status $status"
grep -q 'stdin: cannot be read: ' err || { wrong 'stdin is a folder: no error' && cat err; }
# a line longer than any buffer
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "%d ", i - 50000; print "" }' >given
"$teetape" codec varint encode <given | "$teetape" codec varint decode | sed 's/$/ /' | cmp - given || wrong 'a long line'
exit $bad
