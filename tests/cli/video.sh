#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: video.sh COMMAND SOURCE_DIR
#
# video: as many frames as the span has, of the size that was asked for; and the same as a picture shows.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
recording=$(echo "$tree"/tests/recordings/tutorial-13min/*.teehistorian)

# has_frames FILE FRAMES WIDTH HEIGHT RATE
has_frames() {
    head=$(head -n 1 "$1")
    [ "$head" = "YUV4MPEG2 W$3 H$4 F$5:1 Ip A1:1 C420jpeg" ] || wrong "$1 begins with $head"
    frame=$((6 + $3 * $4 + 2 * (($3 + 1) / 2) * (($4 + 1) / 2)))
    [ "$(wc -c <"$1")" -eq $((${#head} + 1 + $2 * frame)) ] || wrong "$1 has not $2 frames"
}

run 0 video --data '' --size 160x90 --from 0:20 --to 0:21 -o a.y4m "$demo"
has_frames a.y4m 60 160 90 60
run 0 video --data '' --size 160x90 --from 0:20 --to 0:21 -o b.y4m "$demo"
cmp a.y4m b.y4m || wrong 'the same span gives another video'
run 0 video --data '' --size 33x21 --fps 25 --from 0:20 --to 0:22 --json -o c.y4m "$demo"
has_frames c.y4m 50 33 21 25
says err 'warning: most encoders refuse a size that is not even: 34x22 in place of 33x21'
[ "$(jq -c '[.output, .frames, .width, .height]' out)" = '["c.y4m",50,33,21]' ] || wrong "the object: $(cat out)"
run 0 video --data '' --size 64x36 --fps 50 --from 11:20 --to 11:21 --focus alice -o d.y4m "$recording"
has_frames d.y4m 50 64 36 50
"$teetape" video --data '' --size 64x36 --from 0:20 --to 0:20.5 -o - - <"$demo" >e.y4m 2>err || wrong "stdin: $(cat err)"
has_frames e.y4m 30 64 36 60

# For two seconds a film says that it is a reconstruction, also where it begins in a demo that was made.
cp "$recording" run.teehistorian
run 0 demo -q --no-map --to 0:35 -o run.demo run.teehistorian
for file in run.teehistorian run.demo; do
    first=$([ $file = run.demo ] && echo 0:00 || echo 11:20)
    last=$([ $file = run.demo ] && echo 0:03 || echo 11:23)
    run 0 video --data '' --size 640x360 --fps 5 --from $first --to $last -o said.y4m $file
    run 0 video --data '' --size 640x360 --fps 5 --from $first --to $last --no-note -o quiet.y4m $file
    frames=$(cmp -l said.y4m quiet.y4m | awk '{ print int(($1 - 40) / (6 + 640 * 360 * 3 / 2)) }' | uniq | paste -sd ' ')
    [ "$frames" = '0 1 2 3 4 5 6 7 8 9' ] || wrong "$file: frames with a note: $frames"
    rm said.y4m quiet.y4m
done

# As many threads as one likes: the same bytes, also of what is damaged.
head -c "$(($(wc -c <"$demo") * 2 / 3))" "$demo" >cut.demo
for jobs in 1 2 3 7 1024; do
    run 0 video --data '' --size 160x90 --from 0:20 --to 0:21 -j $jobs --force -o j.y4m "$demo"
    cmp a.y4m j.y4m || wrong "-j $jobs gives another video"
    run 0 video --data '' --size 64x36 --fps 50 --from 11:20 --to 11:21 --focus alice -j $jobs --force -o j.y4m "$recording"
    cmp d.y4m j.y4m || wrong "-j $jobs gives another video of a teehistorian file"
    "$teetape" video --data '' --size 64x36 --from 0:20 --to 0:20.5 -j $jobs -o - - <"$demo" | cmp e.y4m - || wrong "-j $jobs of stdin"
    run 1 video --data '' --size 16x10 --fps 5 -j $jobs --force -o "cut$jobs.y4m" cut.demo
    cmp cut1.y4m "cut$jobs.y4m" || wrong "-j $jobs of a damaged file"
    [ "$(wc -l <err)" -eq 1 ] || wrong "-j $jobs says: $(cat err)"
done
[ "$(wc -c <cut1.y4m)" -gt 10000 ] || wrong 'no frames before the damage'

# The reader of the pipe leaves.
for jobs in 1 4; do
    "$teetape" video --data '' --from 0:20 -j $jobs -o - "$demo" 2>err | head -c 100000 >part
    [ ! -s err ] || wrong "a pipe that is closed: $(cat err)"
done

run 2 video --data '' --from 1:00:00 -o no.y4m "$demo"
run 2 video --data '' --fps 0 -o no.y4m "$demo"
run 2 video --data '' "$demo"
says err 'no output is given'
run 2 video --data '' --from 0:20 --to 0:22 --focus stranger -o no.y4m "$demo"
says err "no player has the name 'stranger'"
run 0 video --data '' --size 16x9 --fps 1 --from 0 --to 878 --focus dummy0 -o f.y4m "$demo"
says err 'dummy0 is never in the world'
[ ! -e no.y4m ] || wrong 'there is a video of nothing'
for name in clip clip.apng clip.mkv; do
    run 2 video --data '' --from 0:20 --to 0:21 -o $name "$demo"
    says err 'a video is .mp4, .webm, .gif or .y4m'
    [ ! -e $name ] || wrong "there is $name"
done
run 0 video --data '' --size 16x9 --fps 1 --from 0:20 --to 0:21 -o /dev/null "$demo"
exit $bad
