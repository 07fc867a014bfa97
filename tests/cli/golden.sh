#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: golden.sh COMMAND SOURCE_DIR
#
# What the commands print of the recordings in the tree is what is in tests/golden/, byte for byte. After
# a change that is meant, TT_UPDATE_GOLDEN=1 writes the files anew; read the difference before it is kept.
. "$2/tests/support/cli.sh"
update=${TT_UPDATE_GOLDEN:-}
work=$folder
golden=$tree/tests/golden
export LC_ALL=C.UTF-8
cd "$tree/tests/recordings" || exit 1

dm1=dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian
gold='gold-mine-07/31d4b0ce-d0f7-4df0-ac42-914164ce7201.teehistorian'
change1=map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d.teehistorian
change2=map-change/c9aae45d-f4e7-4f41-b2bb-d548fb58a3ff.teehistorian
change3=map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10.teehistorian
tutorial='tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian'
demo=dm1/client0.demo
columns=recording,tick,ts,cid,session,name,x,y,vx,vy,aim,direction,jump,hook,weapon,team,repeated
words=message,join,drop,console_command,auth_login,auth_logout,joinver6,joinver7,player_team,player_ready
words=$words,team_practice,ddnetver,save_failure,load_failure,player_switch,finish

# golden FILE WORD...: stdout; after it what went to stderr, and an exit status that is not 0.
golden() {
    golden_file=$1
    shift
    "$teetape" "$@" >"$work/now" 2>"$work/said"
    golden_status=$?
    sed 's/^/stderr: /' "$work/said" >>"$work/now"
    [ $golden_status -eq 0 ] || echo "exit status $golden_status" >>"$work/now"
    if [ -n "$update" ]; then
        cp "$work/now" "$golden/$golden_file"
    elif ! cmp -s "$golden/$golden_file" "$work/now"; then
        echo "teetape $* prints (>) something else than golden/$golden_file (<):"
        diff "$golden/$golden_file" "$work/now" | head -n 20 | cut -c 1-200
        bad=1
    fi
}

golden info-dm1.txt info $dm1
golden info-dm1.jsonl info --json $dm1
golden info-gold-mine.txt info $gold
golden info-tutorial.txt info $tutorial
golden info-map-change.txt info -r map-change
golden info-map-change.jsonl info --json $change1 $change2 $change3
golden info-quick.txt info --quick $dm1
golden info-quick.jsonl info --quick --json $change2

golden dump-carried.txt dump $change1
golden dump-killed.txt dump $change3
golden dump-killed.jsonl dump --json $change3
golden dump-killed-wall.txt dump --wall $change3
golden dump-killed-secrets.jsonl dump --json --show-secrets --kind console_command,ddnetver $change3
golden dump-dm1-words.txt dump --kind $words $dm1
golden dump-dm1-words.jsonl dump --json --kind $words $dm1
golden dump-dm1-part.txt dump --from 0:00:43.5 --to 0:00:43.6 $dm1
golden dump-dm1-input.jsonl dump --json --player dummy1 --kind input_new,input_diff --to 1000 $dm1
golden dump-gold-mine-words.txt dump --kind $words $gold
golden dump-gold-mine-07.jsonl dump --json --player 2 --kind $words $gold
golden dump-many.txt dump --kind message $change1 $change2
golden dump-many.jsonl dump --json --kind tick_skip,finish $change1 $change2

golden info-demo.txt info $demo
golden info-demo.jsonl info --json $demo
golden info-demo-quick.txt info --quick $demo
golden dump-demo-part.txt dump --from 0:00:05 --to 0:00:05.2 $demo
golden dump-demo-items.txt dump --items --player renamed0 --from 0:00:34.1 --to 0:00:34.2 $demo
golden dump-demo-items.jsonl dump --json --items=all --from 879 --to 881 $demo
golden dump-demo-messages.jsonl dump --json --kind message --player 1 $demo
golden players-demo.txt players $demo
golden players-demo.jsonl players --json --player dummy0 --from 0:10 --to 0:20 $demo
golden chat-demo.txt chat $demo
golden chat-demo-wall.txt chat --wall --from 0:40 $demo
golden chat-demo.jsonl chat --json --player player0 $demo
golden verify-demo.txt verify $demo
golden verify-demo.jsonl verify --json $demo
if "$teetape" --version | grep -q liblzma; then
    golden verify-physics.txt verify --physics --map ../data/physics/feat31.map ../data/physics/16-feat31.teehistorian.xz
    golden verify-physics.jsonl verify --physics --json --map ../data/physics/feat31.map ../data/physics/16-feat31.teehistorian.xz
fi

golden players-dm1.txt players $dm1
golden players-dm1.jsonl players --json $dm1
golden players-dm1-part.txt players --from 0:01:00 --to 0:01:18.6 $dm1
golden players-gold-mine.txt players $gold
golden players-tutorial.txt players $tutorial
golden players-tutorial-wall.txt players --wall --player bobdummy $tutorial
golden players-many.txt players $change1 $change2 $change3
golden players-many.jsonl players --json $change1 $change2 $change3

golden chat-dm1.txt chat $dm1
golden chat-dm1.jsonl chat --json $dm1
golden chat-gold-mine.txt chat --wall $gold
golden chat-tutorial-bob.jsonl chat --json --player bob $tutorial
golden chat-many.txt chat $change1 $change2 $change3

golden inputs-dm1.txt inputs --from 0:00:23 --to 0:00:40 $dm1
golden inputs-dm1.jsonl inputs --json --player dummy1 --to 0:00:30 $dm1
golden inputs-dm1-summary.txt inputs --summary $dm1
golden inputs-dm1-summary.jsonl inputs --summary --json $dm1
golden inputs-tutorial-summary.txt inputs --summary --wall --from 0:05:00 $tutorial
golden inputs-many.txt inputs --wall $change1 $change2 $change3
golden inputs-demo.txt inputs $demo

golden table-ticks.csv table ticks --from 0:00:43.5 --to 0:00:43.6 $dm1
golden table-ticks.jsonl table ticks --format jsonl --from 0:00:05 --to 0:00:05.1 --columns $columns $demo
golden table-inputs.csv table inputs --player dummy1 --to 0:00:30 $dm1
golden table-facts.jsonl table facts --format jsonl --to 0:00:30 $tutorial
golden table-sessions.csv table sessions $tutorial $demo
golden table-recordings.csv table recordings -r .
golden table-chat.csv table chat $demo
golden table-ticks-plain.sql table ticks --ddl plain
golden table-ticks-codecs.sql table ticks --ddl codecs
golden table-ticks-stage.sql table ticks --ddl plain $dm1
golden table-facts-stage.sql table facts --ddl codecs $demo
golden table-recordings-plain.sql table recordings --ddl plain
golden verify-dm1.txt verify $dm1
golden verify-dm1.jsonl verify --json $dm1
golden verify-many.txt verify $dm1 $gold $change1 $change2 $change3 $tutorial
golden verify-folder.jsonl verify --json -r .

# Names of images are packed.
if "$teetape" --version | grep -q 'zlib [0-9]'; then
    golden map-layers.txt map --layers $demo
    golden map-layers.jsonl map --layers --json $demo
fi

# Where SQLite is missing these are not made; ./check has it.
if "$teetape" --version | grep -qi sqlite; then
    kinds=join,leave,name,clan,version,team,finish,team_finish,save,load,login,logout,kill_request,death,swap,practice
    head -c 32 /dev/zero >"$work/archive.db.key" # random otherwise, and so the digits of clients
    golden find-kinds.txt find --quiet --db "$work/archive.db" --format teehistorian --kind $kinds .
    golden find-sessions.txt find --quiet --db "$work/archive.db" --format teehistorian --player '*' .
    golden find-demo.txt find --quiet --db "$work/archive.db" --format demo --kind $kinds,kill,chat .
    golden find-demo.jsonl find --quiet --json --db "$work/archive.db" --format demo --kind $kinds,kill,chat .
fi

# The folder holds nothing else.
sed -n 's/^ *golden \([a-z]\)/\1/p' "$tree/tests/cli/golden.sh" | cut -d ' ' -f 1 | sort >"$work/known"
find "$golden" -type f ! -name README.md -exec basename {} \; | sort >"$work/present"
diff "$work/known" "$work/present" || { echo 'golden/ has files that no line above compares, or lacks some' && bad=1; }
exit $bad
