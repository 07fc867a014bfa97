#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: video_encode.sh COMMAND SOURCE_DIR
#
# The pipe into ffmpeg that the manual shows: what comes out has as many frames as the span, at their rate, of the size
# that was asked for, and each of them still looks like the frame that went in.
. "$2/tests/support/cli.sh"
need ffmpeg ffprobe
export XDG_DATA_HOME="$folder/none" TEETAPE_MAP_PATH=

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
exit $bad
