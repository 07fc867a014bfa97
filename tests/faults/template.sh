#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: template.sh COMMAND SOURCE_DIR FOLDER
#
# Makes FOLDER, with what the commands of cases.txt read: small recordings of both kinds, plain and compressed by
# everybody's tools and by ours, with and without an index, damaged ones, an archive with and without a database.
set -eu
teetape=$(realpath "$1")
recordings=$(realpath "$2")/tests/recordings
rm -rf "$3"
mkdir -p "$3"
cd "$3"
mkdir archive maps tmp
change=$recordings/map-change
cp "$change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d.teehistorian" a.teehistorian
cp "$recordings/dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian" b.teehistorian
cp "$recordings/tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian" long.teehistorian
cp b.teehistorian indexed.teehistorian
"$teetape" index -q indexed.teehistorian
xz -k b.teehistorian
zstd -q -k b.teehistorian -o b.teehistorian.zst
gzip -k b.teehistorian
"$teetape" pack -q -o packed.xz b.teehistorian
"$teetape" pack -q -o packed.zst b.teehistorian
"$teetape" index -q b.teehistorian.gz
head -c 30000 b.teehistorian >damaged.teehistorian
head -c 9000 b.teehistorian.xz >damaged.xz
"$teetape" cut -q --from 900 --to 1100 -o one.demo "$recordings/dm1/client0.demo"
"$teetape" cut -q --from 1100 --to 1200 -o two.demo "$recordings/dm1/client0.demo"
head -c 12000 one.demo >damaged.demo
xz -k one.demo
gzip -k one.demo
"$teetape" map -q -o maps/dm1.map one.demo
cp "$change"/*.teehistorian archive/
xz archive/9*.teehistorian
mv archive/c9*.teehistorian "archive/$(printf 'not-UTF-8-\377').teehistorian"
"$teetape" find -q --db known.db archive >/dev/null
printf 'a key of many words' >key
printf '1 2 3\n-4\nx\n' >ints
