#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: inputs_judge.sh COMMAND SOURCE_DIR
#
# Four of the players of each session cheat, each in a way of its own: the figure for that way is at least 2.5 times the
# highest of all who do not, and in no figure is anybody else so high. And what --compare counts.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
need jq
cheats=$tree/tests/data/inputs/cheats.teehistorian.xz
dm1=$recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
"$teetape" --version | grep -qi 'xz *[0-9]' || { xz -dc "$cheats" >cheats.teehistorian && cheats=cheats.teehistorian; }

# stands_out NAME FIGURE < LINES OF NAME AND VALUE: that player's value is 2.5 times the highest of those who do not cheat in
# this way, and nobody else's is.
stands_out() {
    awk -v who="$1" -v figure="$2" '
        $1 == who { his = $2 > his ? $2 : his }
        $1 != who { highest = $2 > highest ? $2 : highest }
        END {
            if (NR < 12) print figure ": only " NR " values"
            if (his == 0 || his < 2.5 * highest) print figure ": " who " has " his + 0 ", another one " highest + 0
        }' >difference
    [ ! -s difference ] || wrong "$(cat difference)"
}
# judge FILE CLICKER AIMBOT REPLAYER COPY: each of them stands out in one figure.
judge() {
    run 0 inputs --summary --json "$1"
    cp out sums
    run 0 inputs --compare all --json "$1"
    cp out likes
    jq -r '"\(.name) \([.keys[].steady_percent // 0] | max)"' sums | stands_out "$2" 'steady intervals'
    jq -r '"\(.name) \(.turn_shots_percent // 0)"' sums | stands_out "$3" 'shots after turns'
    jq -r '"\(.name) \(.repeated_percent // 0)"' sums | stands_out "$4" 'repeated runs'
    jq -r '"\(.name) \(.places_percent // 0)"' likes | stands_out "$5" 'places of another player'
    jq -r '"\(.name) \(.keys_percent // 0)"' likes | stands_out "$5" 'keys of another player'
    jq -r '"\(.name) \(.earlier_percent // 0)"' likes | sed "s|^$5 .*|$5 0|" | stands_out "$4" 'older input'
}
for nth in 3 2; do
    file=$tree/tests/data/inputs/cheats$nth.teehistorian
    xz -dc "$file.xz" >"cheats$nth.teehistorian" || wrong "$file"
done
judge cheats3.teehistorian igor boris heike alba
jq -e -s 'any(.name == "alba" and .with_name == "lena" and .lag == 13 and .stretch > 1000)' likes >jqout || wrong 'alba is not like lena'
judge cheats2.teehistorian otto paula vera sven
jq -e -s 'any(.name == "sven" and .with_name == "nils" and .lag == 1 and .stretch > 1000)' likes >jqout || wrong 'sven is not like nils'
judge "$cheats" berta cesar frida dora
jq -e -s 'any(.name == "dora" and .with_name == "emil" and .lag == 1 and .stretch > 1000 and .keys_percent == 100)' likes >jqout ||
    wrong "dora is not like emil: $(grep dora likes)"
# The text says the same, beside the others.
run 0 inputs --summary "$cheats"
grep -q '  berta .* fire 8: [0-9]* % (' out || wrong 'no interval of berta'
grep -q '  berta .*  fire  .* 8: [0-9]* of ' out || wrong 'no line for the key of berta'

# Nobody in the recordings of random keys comes near the cheats, half of the least of them.
for file in "$recordings"/*/*.teehistorian; do
    "$teetape" inputs --summary --json "$file" | jq -e -s 'all(([.keys[].steady_percent // 0] | max // 0) < 35 and
        (.turn_shots_percent // 0) < 25 and (.repeated_percent // 0) < 3)' >jqout || wrong "$file: an honest player stands out"
    "$teetape" inputs --compare all -q --json "$file" | jq -e -s 'all((.places_percent // 0) < 40 and (.keys_percent // 0) < 40)' >jqout ||
        wrong "$file: two honest players are alike"
done

# Places of the cursor, counted again: those that the other one sent in the 25 ticks before. Only of pairs in which the other
# one was there all the time.
run 0 inputs --json "$cheats"
jq -r '"\(.session) \(.tick) \(.target_x),\(.target_y)"' out |
    awk '!($1 in last) || last[$1] != $3 { print } { last[$1] = $3 }' >places
jq -r '"\(.session) \(.with) \(.places) \(.same_places)"' likes >pairs
[ "$(wc -l <pairs)" -gt 10 ] || wrong 'too few pairs'
awk '
    FNR == 1 { file++ }
    file == 1 { if (!($1 in from)) from[$1] = $2; to[$1] = $2; all[$1]++; sent[$1, $3] = sent[$1, $3] " " $2; who[FNR] = $1
        tick[FNR] = $2; place[FNR] = $3; count = FNR; next }
    from[$2] < from[$1] && to[$2] + 50 > to[$1] {
        same = 0
        for (i = 1; i <= count; i++) {
            if (who[i] == $1) {
                n = split(sent[$2, place[i]], at, " ")
                for (found = k = 0; k++ < n;) found = found || (at[k] <= tick[i] && at[k] >= tick[i] - 25)
                same += found
            }
        }
        checked++
        if (same != $4 || all[$1] != $3) print "session " $1 " as " $2 ": " $4 " of " $3 ", not " same " of " all[$1]
    }
    END { if (checked < 3) print "only " checked + 0 " pairs were counted again" }' places pairs >difference
[ ! -s difference ] || wrong "$(cat difference)"

# Older input: dora and frida alone repeat it. Over several recordings it may be of an earlier one: here two parts of the
# session, the second with the UUID of another game. Parts of one game are not compared.
jq -r 'select(.earlier > 0) | "\(.name) \(.earlier_name) \(.earlier_file)"' likes | sort | tr '\n' ',' |
    grep -qx 'dora emil null,frida frida null,' || wrong "older input: $(cat likes)"
run 0 inputs --compare all "$cheats"
grep -q '^ *2  frida  *[0-9]* %  *2  frida ' out || wrong 'no line about the older input of frida'
run 0 cut -q --to 0:01:10 -o part1.teehistorian "$cheats"
run 0 cut -q --from 0:01:10 -o part2.teehistorian "$cheats"
run 0 inputs --compare all --json part1.teehistorian part2.teehistorian
jq -e -s 'any(.name == "frida" and .earlier_file == "part1.teehistorian")' out >jqout && wrong 'two parts of one game are compared'
mkdir parts
cp part1.teehistorian parts
LC_ALL=C sed 's/"cut_of":"....\(....\)/"cut_of":"0000\1/' part2.teehistorian >parts/part2.teehistorian
run 0 inputs --compare all --json -r parts
jq -e -s '[.[] | select(.name == "frida")] | length == 1 and .[0].file == "parts/part2.teehistorian" and .[0].earlier_percent > 5 and
    .[0].earlier_name == "frida" and .[0].earlier_file == "parts/part1.teehistorian"' out >jqout || wrong "over two recordings: $(cat out)"
jq -e -s 'all(.name == "frida" or .name == "dora") and all(.places_percent == null)' out >jqout || wrong "somebody else: $(cat out)"
cp out want
run 0 inputs --compare all --json -r -j 4 parts
same want out 'recordings in another order with --jobs'
run 0 inputs --compare frida,frida -r parts
grep -q '  frida .*  parts/part1.teehistorian$' out || wrong "no line: $(cat out)"
run 0 inputs --compare emil,gustav -r parts
silent out
"$teetape" inputs --compare all -q --json -r "$recordings" | jq -e -s 'all(.name == "dora" or .name == "frida")' >jqout ||
    wrong 'an honest player repeats older input'

# Two players alone: both ways, by name and by client id; and nobody.
run 0 inputs --compare emil,dora --json "$cheats"
jq -r '"\(.name) \(.with_name)"' out | sort | tr '\n' ',' | grep -qx 'dora emil,emil dora,' || wrong "emil,dora: $(cat out)"
cp out want
run 0 inputs --compare 6,4 --json "$cheats"
same want out 'two client ids'
run 0 inputs --compare all --player dora --json "$cheats"
[ "$(jq -r .name out)" = dora ] || wrong "one player: $(cat out)"
# A player whom nobody is reads as no all-clear. A name counts although it was changed later.
run 0 inputs --compare emil,nobody "$cheats"
silent out
says err "$cheats: note: --compare nobody: no player has the name 'nobody'"
run 0 inputs --compare Dora,99 "$cheats"
silent out
says err "no player has the name 'Dora'; did you mean 'dora'?"
says err '--compare 99: no client had this id'
grep -q 'no two such players' err && wrong "of nobody it is said what they share: $(cat err)"
run 0 inputs --compare 6,6 "$cheats"
says err 'no two such players'
run 0 inputs --compare renamed0,player1 "$dm1"
cp out want
run 0 inputs --compare player1,player0 "$dm1"
same want out 'a player by an earlier name'
"$teetape" inputs --compare all "$dm1" >want
"$teetape" inputs --compare all - <"$dm1" | same want - 'a comparison of stdin'
run 2 inputs --compare dora "$dm1"
run 2 inputs --compare 1,200 "$dm1"
run 2 inputs --compare , "$dm1"
run 2 inputs --compare all --summary "$dm1"
says err 'either --summary or --compare'
exit $bad
