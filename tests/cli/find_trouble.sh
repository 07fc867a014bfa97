#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: find_trouble.sh COMMAND SOURCE_DIR
#
# What may happen to find: killed at any time, two at once, a full disk, a database that is damaged, of a newer
# version or none of ours, folders that cannot be read, an interrupt.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
. "$tree/tests/support/run.sh"
"$teetape" --version | grep -qi sqlite || skip 'no SQLite in this build'
export XDG_CACHE_HOME="$folder/cache"

# Many files, most of them cut somewhere: damaged, with other marks each.
mkdir -p arch/a arch/b
cp "$recordings"/*/*.teehistorian arch/a
size=$(wc -c <"$tutorial")
i=0
while [ $i -lt 250 ]; do
    head -c $((3000 + i * (size - 3000) / 250)) "$tutorial" >arch/b/$i
    i=$((i + 1))
done

# dump DB: everything that the database says of every file.
dump() {
    for words in '--map *' '--player *' '--kind join,leave,name,clan,version,team,finish,save,load,login,logout,kill_request,swap'; do
        (set -f && "$teetape" find -q --db "$1" --no-scan --show-secrets --json $words)
        [ $? -eq 1 ] || wrong "a search in $1, which knows damaged recordings, does not end with 1"
    done | sed 's/"client":"[0-9a-f ]*"/"client":""/' | sort # each database has a key of its own
}
"$teetape" find -q --db undisturbed.db arch >out 2>err
[ $? -eq 1 ] && [ ! -s err ] || wrong "the undisturbed scan: $(cat err)"
dump undisturbed.db >want
[ "$(wc -l <want)" -gt 1500 ] || wrong 'hardly anything is in the database'

# Without a usable home the sentence names --db.
: >file
mkdir small
cp "$tutorial" small
for home in '' "$folder/file" /dev/null; do
    HOME=$home XDG_CACHE_HOME='' "$teetape" find small >out 2>err
    [ $? -eq 3 ] && [ "$(wc -l <err)" -eq 1 ] && grep -q -e '--db' err || wrong "find with HOME=$home: $(cat err)"
done

# Killed, again and again, after some milliseconds; then the rest is read.
delay=0
rounds=0
while [ $delay -lt 400 ]; do
    killed_after "0.$((delay / 100))$((delay / 10 % 10))$((delay % 10))" "$teetape" find -q --db killed.db arch >out 2>err
    rounds=$((rounds + 1))
    delay=$((delay + 3 + delay / 5))
    [ ! -s killed.db ] || [ $((rounds % 3)) -ne 0 ] || rm -f killed.db killed.db-wal killed.db-shm
done
"$teetape" find -q --db killed.db arch >out 2>err
[ $? -le 1 ] && [ ! -s err ] || wrong "the scan after kills: $(cat err)"
dump killed.db >have
same want have "after $rounds kills (>) the database is not what it is without (<)"
# More files than are written at once: what was written remains, and is whole; the rest is read by the next scan.
mkdir many
i=0
while [ $i -lt 1500 ]; do
    { head -c $((3000 + i % 900)) "$tutorial" && echo $i; } >many/$i
    i=$((i + 1))
done
"$teetape" find -q --db all.db many >out 2>err
[ $? -le 1 ] && [ ! -s err ] || wrong "the scan of many: $(cat err)"
dump all.db >many.want
[ "$(grep -c '"map"' many.want)" -ge 1500 ] || wrong 'the scan of many does not have all of them'
rm -f part.db*
round=0
parts=0
step=$share
[ "$share" -gt 1 ] || step=2
while [ $round -lt 40 ]; do
    killed_after 0.$((round / 10))$((round % 10))5 "$teetape" find -q -j 1 --db part.db many >out 2>err
    lines=0
    if [ -s part.db ]; then
        "$teetape" find -q --no-scan --json --map '*' --db part.db >out 2>err
        [ $? -le 1 ] && lines=$(wc -l <out)
    fi
    [ "$lines" -eq 0 ] || [ "$lines" -ge 1500 ] || parts=$((parts + 1))
    [ "$lines" -lt 1500 ] || rm -f part.db*
    round=$((round + step))
done
"$teetape" find -q --db part.db many >out 2>err
[ $? -le 1 ] && [ ! -s err ] || wrong "the scan of many after kills: $(cat err)"
dump part.db >have
same many.want have "after $round kills, $parts of them between two commits (>) the database is not what it is without (<)"
# While files come and go.
rm -f killed.db*
for round in 1 2 3 4 5 6 7 8; do
    mv arch/b/$round arch/b/moved$round
    printf x >>arch/b/$((100 + round))
    killed_after 0.01$round "$teetape" find -q --db killed.db arch >out 2>err
    mv arch/b/moved$round arch/b/$round
    head -c $((3000 + (100 + round) * (size - 3000) / 250)) "$tutorial" >arch/b/$((100 + round))
done
"$teetape" find -q --db killed.db arch >out 2>err
dump killed.db >have
same want have 'after kills and changes of files (>) the database is not what it is without (<)'

# Two at once, in one database: while it is made, and while it is filled.
round=0
while [ $round -lt 60 ]; do
    rm -f two.db*
    "$teetape" find -q --db two.db arch/a >out 2>err &
    other=$!
    "$teetape" find -q --db two.db arch/a >out2 2>err2
    first=$?
    wait $other
    second=$?
    [ $first -le 1 ] && [ $second -le 1 ] || wrong "two that make a database end with $first and $second: $(cat err err2)"
    round=$((round + share))
done
rm -f two.db*
"$teetape" find -q --db two.db arch >out 2>err &
other=$!
"$teetape" find -q --db two.db arch >out2 2>err2
first=$?
wait $other
second=$?
[ $first -le 1 ] && [ $second -le 1 ] || wrong "two scans at once end with $first and $second: $(cat err err2)"
dump two.db >have
same want have 'after two scans at once (>) the database is not what it is after one (<)'
# A search while a scan writes.
rm -f two.db*
"$teetape" find -q --db two.db arch >out 2>err &
scan=$!
searches=0
while kill -0 $scan 2>/dev/null && [ $searches -lt 50 ]; do
    [ ! -s two.db ] || "$teetape" find --db two.db --no-scan --player '*' >out 2>err2 || grep -q 'has nothing in it yet' err2 ||
        wrong "a search while a scan is under way: $(cat err2)"
    searches=$((searches + 1))
done
wait $scan

# An interrupt: what was read remains.
"$teetape" find -q -j 1 --db int.db arch >out 2>err &
scan=$!
sleep 0.02
kill -INT $scan
wait $scan
"$teetape" find -q --db int.db arch >out 2>err
dump int.db >have
same want have 'after an interrupt (>) the database is not what it is without (<)'

# A disk that is full: told, nothing is lost, and later it goes on.
full='1 20 100 400 1200'
[ "$share" = 1 ] || full='20 1200'
for blocks in $full; do
    rm -f full.db*
    limited $blocks "$teetape" find -q --db full.db arch >out 2>err
    status=$?
    [ $status -eq 3 ] && grep -q '^teetape: .*full.db: ' err || wrong "a full disk after $blocks blocks: status $status, $(cat err)"
    "$teetape" find -q --db full.db arch >out 2>err
    [ $? -le 1 ] && [ ! -s err ] || wrong "the scan after a full disk: $(cat err)"
    dump full.db >have
    same want have "after a full disk (>) the database is not what it is without (<)"
done

# Databases that are none, damaged, or too new: told, and never touched.
refused() { # FILE WORDS
    cp "$1" before
    for option in '' --no-scan; do
        "$teetape" find --db "$1" $option --map x arch >out 2>err
        [ $? -eq 3 ] && [ ! -s out ] && grep -q "^teetape: $1: .*$2" err || wrong "$1 $option: $(cat err)"
        cmp -s "$1" before || wrong "$1 was changed"
    done
}
put() { # FILE OFFSET BYTES
    printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
echo 'This is my diary, and no database at all; overwriting it would be a pity.' >diary
refused diary damaged
cp undisturbed.db new.db && put new.db 60 '\000\000\000\143'
refused new.db 'version 99'
cp undisturbed.db foreign.db && put foreign.db 68 '\000\000\000\001'
refused foreign.db 'another program'
cp undisturbed.db damaged.db
for page in 1 2 3 4 5 6 7 8 9 10 11 12; do
    put damaged.db $((page * 4096)) 'damage damage damage damage damage damage'
done
"$teetape" find --db damaged.db --no-scan --player '*' >out 2>err
[ $? -eq 3 ] && grep -q '^teetape: damaged.db: is damaged' err || wrong "a damaged database: $(cat err)"
"$teetape" find --db missing.db --no-scan --map x >out 2>err
[ $? -eq 3 ] && [ ! -e missing.db ] || wrong 'a database that is missing is made for --no-scan'
"$teetape" find --db nowhere/"$(printf %0300d 1)"/x.db arch >out 2>err
[ $? -eq 3 ] && grep -q '^teetape: nowhere/' err || wrong 'a database that cannot be made'
# What has the mark of one of ours, and is another thing inside: triggers, tables that are missing or views without an end,
# columns that are others, version 0 with tables. SQLite's shell is another program.
if command -v sqlite3 >/dev/null; then
    while read -r words; do
        cp undisturbed.db odd.db
        echo "${words#*|}" | sqlite3 odd.db >/dev/null || wrong "sqlite3 does not take ${words#*|}"
        refused odd.db "${words%%|*}"
    done <<'EOF'
it has triggers|CREATE TRIGGER t AFTER INSERT ON recording BEGIN DELETE FROM file; END
its name is missing|DROP TABLE name
its recording is missing|ALTER TABLE recording RENAME TO r; CREATE VIEW recording AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT r.* FROM r, c
its file is missing|ALTER TABLE file RENAME COLUMN path TO pfad
its facts is missing|DROP VIEW facts; CREATE TABLE facts(a)
its version is that of an empty one|PRAGMA user_version = 0
version is -5|PRAGMA user_version = -5
EOF
    cp undisturbed.db odd.db && cp undisturbed.db.key odd.db.key
    for step in "UPDATE sqlite_master SET sql = replace(sql, 'path TEXT NOT NULL', 'path TEXT') WHERE name = 'file'" \
        'UPDATE file SET path = NULL WHERE id = 2' \
        "UPDATE sqlite_master SET sql = replace(sql, 'path TEXT', 'path TEXT NOT NULL') WHERE name = 'file'"; do
        echo "PRAGMA writable_schema = on; $step" | sqlite3 odd.db
    done
    "$teetape" find --db odd.db --map x arch >out 2>err
    [ $? -eq 3 ] && grep -q '^teetape: odd.db: is damaged: a file in it has no path' err || wrong "a file without a path: $(cat err)"
    cp undisturbed.db more.db
    echo 'CREATE VIEW mine AS SELECT 1; CREATE TABLE notes(t); CREATE INDEX i ON file(size); ANALYZE' | sqlite3 more.db
    "$teetape" find --db more.db --no-scan --map Tutorial arch >out 2>err
    [ $? -eq 1 ] && [ -s out ] || wrong "a database with something of the user's: $(cat err)"
    # Another program's, with what it left when it was killed: none of it is finished here.
    mkdir foreign
    for mode in wal delete; do
        { echo "PRAGMA journal_mode=$mode; CREATE TABLE t(a); INSERT INTO t VALUES(zeroblob(20000)); PRAGMA cache_size=1; BEGIN;"
            echo "INSERT INTO t VALUES(zeroblob(90000)); SELECT 'ready';"
            sleep 3 && echo 'SELECT 1;'; } | sqlite3 foreign/x.db >said 2>&1 &
        other=$!
        for i in 1 2 3 4 5 6 7 8 9 10; do
            grep -q ready said 2>/dev/null || sleep 0.2
        done
        mkdir "left.$mode" && cp foreign/x.db* "left.$mode" && rm -f "left.$mode/x.db-shm"
        wait $other
        rm foreign/x.db*
        cp -r "left.$mode" before.left
        "$teetape" find --db "left.$mode/x.db" --map x arch >out 2>err
        [ $? -eq 3 ] && grep -q 'another program' err || wrong "a database of another program in $mode: $(cat err)"
        rm -f "left.$mode/x.db-shm" # a memory that any look at such a log makes
        diff -r before.left "left.$mode" || wrong "a database of another program was finished in $mode"
        rm -r before.left
    done
fi
# A wait for another program ends with a signal.
if command -v sqlite3 >/dev/null; then
    cp undisturbed.db busy.db
    { echo "PRAGMA journal_mode=delete; BEGIN EXCLUSIVE; SELECT 'ready';" && sleep 6 && echo 'SELECT 1;'; } | sqlite3 busy.db >said 2>&1 &
    other=$!
    for i in 1 2 3 4 5 6 7 8 9 10; do
        grep -q ready said 2>/dev/null || sleep 0.2
    done
    "$teetape" find --db busy.db --map x arch >out 2>err &
    waiting=$!
    sleep 1
    kill -TERM $waiting
    wait $waiting
    grep -q '^teetape: busy.db: another program is writing it$' err || wrong "a signal while another program writes: $(cat err)"
    wait $other
fi
# Nothing waits for the other end of a pipe.
for pipe in pipe.db pipe.db-journal pipe.db-wal pipe.db-shm; do
    rm -rf pipe.db*
    [ $pipe = pipe.db ] || cp undisturbed.db pipe.db
    mkfifo $pipe
    for option in '' --no-scan; do
        timeout 20 "$teetape" find --db pipe.db $option --map x arch >out 2>err
        [ $? -eq 3 ] && grep -q '^teetape: pipe.db: .*not a regular file' err || wrong "a pipe $pipe: $(cat err)"
    done
done
mkdir dir.db
"$teetape" find --db dir.db arch >out 2>err
[ $? -eq 3 ] && grep -q '^teetape: dir.db: ' err || wrong "a folder in place of a database: $(cat err)"
(unset HOME XDG_CACHE_HOME && "$teetape" find arch) >out 2>err
[ $? -eq 3 ] && grep -q -- '--db' err || wrong 'no home folder'
# An empty file becomes one; folders above the default one are made.
: >empty.db
"$teetape" find -q --db empty.db "$recordings/dm1" >out 2>err || wrong "an empty file as a database: $(cat err)"
"$teetape" find -q "$recordings/dm1" >out 2>err && [ -s cache/teetape/archive.db ] || wrong 'the default database is not made'

# Standard input is no folder.
"$teetape" find --db x.db - >out 2>err <"$tutorial"
[ $? -eq 2 ] && grep -q 'not stdin' err && [ ! -e x.db ] || wrong "stdin: $(cat err)"

# Folders that cannot be read: what is known of them remains. Root may read everything, so somebody else tries.
somebody=
if [ "$(id -u)" -eq 0 ]; then
    somebody='setpriv --reuid 65534 --regid 65534 --clear-groups'
    $somebody "$teetape" --version >out 2>&1 || somebody=none
fi
if [ "$somebody" != none ]; then
    mkdir -p dark/inner dark/open own
    cp "$tutorial" dark/inner/file
    cp "$tutorial" dark/open/file
    chmod 777 own
    $somebody "$teetape" find --db own/x.db dark >out 2>err || wrong "a scan by somebody: $(cat err)"
    chmod 0 dark/inner dark/open/file
    rm dark/open/file
    $somebody "$teetape" find --db own/x.db dark >out 2>err
    [ $? -eq 3 ] && grep -q '^teetape: .*dark/inner: cannot be read' err &&
        [ "$(cat out)" = '1 recordings known: 0 read, 1 gone, 1 not there, but kept, 1 not readable' ] ||
        [ "$(cat out)" = '1 recording known: 0 read, 1 gone, 1 not there, but kept, 1 not readable' ] ||
        wrong "a folder that cannot be read: $(cat out err)"
    chmod 755 dark/inner

    # A folder that must not be written: its database can be searched, but not brought up to date.
    for odd in still '100%3f?#'; do
        mkdir "$odd"
        cp undisturbed.db "$odd/x.db"
        chmod 444 "$odd/x.db"
        chmod 555 "$odd"
        $somebody "$teetape" find --db "$odd/x.db" --no-scan --map Tutorial arch/a >out 2>err && [ "$(wc -l <out)" -ge 2 ] ||
            wrong "a database in a folder that must not be written: $(cat err)"
        $somebody "$teetape" find --db "$odd/x.db" --map Tutorial arch/a >out 2>err
        [ $? -eq 3 ] && grep -q '^teetape: .*x.db: is not writable; --no-scan' err || wrong "a scan into it: $(cat err)"
    done
    # Nor is it read past what another program is writing.
    chmod 755 still
    printf wal >still/x.db-wal
    chmod 555 still
    $somebody "$teetape" find --db still/x.db --no-scan --map Tutorial arch/a >out 2>err && [ "$(wc -l <out)" -ge 2 ] ||
        grep -q '^teetape: still/x.db: ' err || wrong "a database with a log that must not be written: $(cat err)"
fi
exit $bad
