#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: terminal_text.sh COMMAND SOURCE_DIR
#
# Names, arguments, reasons and paths that are not UTF-8 or that a terminal would obey: JSON is valid UTF-8 and has
# the bytes beside it in hex, text holds nothing but characters and line ends.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"

# clean FILE WHAT: valid UTF-8; no control characters but line ends. In text (not "--json") no escape sequences of
# 8 bits, nothing that turns the direction of writing, no blank at the end of a line.
clean() {
    iconv -f UTF-8 -t UTF-8 <"$1" >/dev/null 2>&1 || wrong "$2: not UTF-8"
    LC_ALL=C tr -d '\n' <"$1" | LC_ALL=C grep -q '[[:cntrl:]]' && wrong "$2: control characters"
    case $2 in *--json) return ;; esac
    LC_ALL=C grep -q "$(printf '\302[\200-\237]')" "$1" && wrong "$2: control characters of 8 bits"
    LC_ALL=C grep -q "$(printf '\342\200[\252-\256]')" "$1" && wrong "$2: turned writing"
    LC_ALL=C grep -q ' $' "$1" && wrong "$2: blanks at the end of a line"
}

escape='\0033]0;title\0007\0033[31m\0015\0010'
broken='b\0377\0300\0200ad'
turned='x\0342\0200\0256y\0302\0233z'
{
    members=",\"version_minor\":\"8\",\"server_name\":\"s\0377\\\\u001b[31m\""
    members="$members,\"map_name\":\"$broken\\\\n\",\"mod\\\\u0007\0377\":\"\0377\""
    header 2 "$members,\"config\":{\"k\0300\":\"$broken\"}"
    int -2 99
    int -8 0 && start_info "$escape$broken" "$turned" | message 0
    { int 0 && text "$broken"; } | ex d016f9b9-4151-3b87-87e5-3a6087eb5f26
    int -8 1 && start_info "$turned" "$escape" | message 1
    command_record 0 128 me "$escape" "$broken" plain "$turned"
    command_record 1 4 "$broken" ''
    command_record -1 4 "$escape"
    { int 34 0 && text "$broken$escape"; } | message 1
    { int 0 && hex 01020304-0000-0000-0000-000000000000 && int 16040 && text "$broken"; } |
        ex 1397b63e-ee4e-3919-b86a-b058887fcaf5
    text "$broken" | ex 866bfdac-fb49-3c0b-a887-5fe1f3ea00b8
    : | ex 866bfdac-fb49-3c0b-a887-5fe1f3ea00b8
    : | ex 00000000-0000-3000-8000-000000000000
    int -7 0 0
    int -9 0 && text "$broken$escape"
    int -9 1 && text "$turned"
    int -1
} >odd
name=$(printf 'p\377\033[31m\n\302\233x')
cp odd "$name"
for command in info dump players chat verify; do
    for form in --quiet --json; do
        for file in odd "$name"; do
            "$teetape" $command $form "$file" "$file" >out 2>err || wrong "$command $form: status $?: $(cat err)"
            [ -s out ] || [ "$command$form" = verify--quiet ] || wrong "$command $form prints nothing"
            clean out "$command $form"
            clean err "$command $form, stderr"
        done
    done
done
"$teetape" dump "$name-" >out 2>err
clean err 'the message of a missing file'
"$teetape" dump "$name-" --kind "$(printf '\033[31m')" >out 2>err
clean err 'the message of a wrong option'
"$teetape" "$(printf '\033[31m\302\233')" >out 2>err
clean err 'the message of a wrong command'

# Nothing is lost: the bytes are beside in hex.
"$teetape" dump --json --show-secrets odd >out
has() {
    grep -q -F -e "$1" out || wrong "not in the output: $1"
}
fffd=$(printf '\357\277\275')
has "\"reason\":\"b$fffd$fffd${fffd}ad\\u001b]0;title\\u0007\\u001b[31m\\r\\b\",\"reason_hex\":\"62ffc0806164"
has '"args_hex":["1b5d303b7469746c65071b5b33316d0d08","62ffc0806164","706c61696e","78e280ae79c29b7a"]'
has "\"cmd\":\"b$fffd$fffd${fffd}ad\",\"cmd_hex\":\"62ffc0806164\",\"args\":[\"\"]}"
has "\"kind\":\"player_name\",\"cid\":0,\"name\":\"b$fffd$fffd${fffd}ad\",\"name_hex\":\"62ffc0806164\""
has '"kind":"antibot","data":"62ffc080616400"}'
has '"kind":"antibot","data":""}'
grep -q '"tick":100,"kind":"console_command","cid":-1,.*_hex' out && wrong 'hex beside what is valid'
"$teetape" players --json odd >out
has '"left":"drop","reason":"b'
"$teetape" info --json --show-secrets odd >out
has "\"map_name\":\"b$fffd$fffd${fffd}ad\\n\",\"map_name_hex\":\"62ffc08061640a\""
has "\"mod\\u0007$fffd\":\"$fffd\",\"mod\\u0007${fffd}_hex\":\"ff\""
has "\"config\":{\"k$fffd\":\"b$fffd$fffd${fffd}ad\",\"k"
"$teetape" info --json "$name" >out
has "{\"file\":\"p$fffd\\u001b[31m\\n\\u009bx\",\"file_hex\":\"70ff1b5b33316d0ac29b78\""

# Numbers of a header may be any.
{ header 2 ',"map_name":"m","map_size":"-5"' && int -1; } >minus
"$teetape" info minus >out
has 'm, -5 bytes'

# Ticks and times that are wider than their columns have a blank between them.
{ header 2 '' && int -2 123456788 -8 0 -1; } >late
"$teetape" dump --kind join late >out
has '685:52:15.78 123456789  join '

# A path that is selected by a name of odd bytes.
"$teetape" players --json --player "$(printf 'xyz')" odd >out || wrong 'a name that nobody has'
exit $bad
