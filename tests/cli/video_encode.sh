#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: video_encode.sh COMMAND SOURCE_DIR
#
# The encoder that the command starts, and the pipe into ffmpeg that the manual shows: what comes out has as many frames as the span, at their rate, of the size
# that was asked for, and each of them still looks like the frame that went in.
. "$2/tests/support/cli.sh"
need ffmpeg ffprobe

"$teetape" video --data '' --size 320x180 --from 0:20 --to 0:21 -o clip.y4m "$demo" 2>err || wrong "no frames: $(cat err)"
"$teetape" video --data '' --size 320x180 --from 0:20 --to 0:21 -o - "$demo" 2>err |
    ffmpeg -v error -i - -pix_fmt yuv420p clip.mkv 2>encoder || wrong "ffmpeg: $(cat encoder)"
[ ! -s err ] || wrong "video says: $(cat err)"
facts=$(ffprobe -v error -count_frames -select_streams v -show_entries stream=width,height,r_frame_rate,nb_read_frames \
    -of csv=p=0 clip.mkv)
[ "$facts" = 320,180,60/1,60 ] || wrong "the video has $facts"

# Decoded and compared: 30 dB and more are the losses of an encoder.
psnr=$(ffmpeg -nostats -i clip.mkv -i clip.y4m -lavfi psnr -f null - 2>&1 | sed -n 's/.* min:\([0-9inf]*\).*/\1/p')
[ "$psnr" = inf ] || [ "${psnr:-0}" -ge 30 ] || wrong "a frame has a PSNR of $psnr dB to the one that went in"

# has FILE FACTS: codec, width, height, rate, frames
has() {
    facts=$(ffprobe -v error -count_frames -select_streams v \
        -show_entries stream=codec_name,width,height,r_frame_rate,nb_read_frames -of csv=p=0 "$1")
    [ "$facts" = "$2" ] || wrong "$1 has $facts"
}

small="--data= --from 0:20 --to 0:20.5"
"$teetape" video $small --size 159x89 -o clip.mp4 "$demo" 2>err || wrong "mp4: $(cat err)"
has clip.mp4 h264,160,90,60/1,30
"$teetape" video $small --size 160x90 --speed 0.25 -o slow.mp4 "$demo" 2>err || wrong "slow: $(cat err)"
has slow.mp4 h264,160,90,60/1,120
"$teetape" video $small --size 160x90 --fps 30 -o clip.webm "$demo" 2>err || wrong "webm: $(cat err)"
has clip.webm vp9,160,90,30/1,15
"$teetape" video $small --size 160x90 --fps 25 -o clip.gif "$demo" 2>err || wrong "gif: $(cat err)"
has clip.gif gif,160,90,25/1,13

# While a tee moves, each frame differs from the one before.
"$teetape" video --data= --from 0:25 --to 0:26 --size 320x180 --focus dummy0 -o moves.mp4 "$demo" 2>err || wrong "$(cat err)"
frames=$(ffmpeg -v error -i moves.mp4 -f framemd5 - | grep -v '^#' | sed 's/.*, *//' | uniq | wc -l)
[ "$frames" -eq 60 ] || wrong "$frames of 60 frames differ from the one before"

# Without ffmpeg there is a sentence; with one that fails there is no file.
mkdir bin nothing
printf '#!/bin/sh\ncat >/dev/null\nexit 5\n' >bin/ffmpeg
chmod +x bin/ffmpeg
PATH=$folder/nothing "$teetape" video $small -o none.mp4 "$demo" 2>err
[ $? -eq 3 ] || wrong 'no ffmpeg: another status'
missing='ffmpeg is not installed, which makes .mp4'
# qemu starts a program as fork(2) does, so the command learns only afterwards, by a status, that there is none
[ "$(head -c 2 "$teetape")" != '#!' ] || missing="$missing|ffmpeg failed with status 127"
grep -E -q "$missing" err || wrong "no ffmpeg: $(cat err)"
for script in 'cat >/dev/null; exit 5' 'exit 5'; do
    printf '#!/bin/sh\n%s\n' "$script" >bin/ffmpeg
    PATH=$folder/bin:$PATH "$teetape" video $small -o none.mp4 "$demo" 2>err
    [ $? -eq 3 ] || wrong "ffmpeg fails: another status"
    grep -q 'ffmpeg failed with status 5' err || wrong "ffmpeg fails: $(cat err)"
done
"$teetape" video $small -o clip.mp4 "$demo" 2>err
[ $? -eq 2 ] || wrong 'an output that exists is replaced'
left=$(find . -name 'none*' -o -name '.teetape-*')
[ -z "$left" ] || wrong "there is $left"

# The way of a camera: at its times it is where it would be without a way.
printf '# a way\n0:25 1 name:dummy0\n\n  0:26 2 1600,928  \n' >way.txt
for at in '0:25 --focus dummy0' '0:26 --center 1600,928 --zoom 2'; do
    set -- $at
    "$teetape" video -q --data= --size 160x90 --fps 50 --hud none --from $1 --to $1.02 --camera way.txt -o a.y4m --force "$demo"
    "$teetape" video -q --data= --size 160x90 --fps 50 --hud none --from $1 --to $1.02 ${2:+$2 $3} ${4:+$4 $5} -o b.y4m --force "$demo"
    cmp a.y4m b.y4m || wrong "the camera is elsewhere at $1"
done
printf '0:20 1 1,2\n0:19 1 1,2\n' >way.txt
"$teetape" video --data= --camera way.txt -o no.y4m "$demo" 2>err && wrong 'a way back in time is taken'
grep -q 'way.txt: line 2: ' err || wrong "a way back in time: $(cat err)"

# Runs over two maps are no race.
races=$tree/tests/data/physics
"$teetape" video --data= --ghost -o no.y4m "$races/20-feat22.teehistorian.xz" "$races/20-feat20.teehistorian.xz" 2>err
[ $? -eq 2 ] || wrong 'runs over two maps: another status'
grep -q "the map is 'feat20', but the map of the first file is 'feat22'; a race needs one map" err || wrong "runs over two maps: $(cat err)"
exit $bad
