# SPDX-License-Identifier: MIT
#
# What scripts ask of the command, to be read after cli.sh: runs it, with its standard output in `out` and its standard
# error in `err`, and looks at what it wrote.
# shellcheck shell=sh disable=SC2154

# feed STATUS WORD...: runs teetape with these words and the caller's stdin. Fails unless it ends
# with this status.
feed() {
    feed_wanted=$1
    shift
    "$teetape" "$@" >out 2>err
    feed_got=$?
    [ $feed_got -eq "$feed_wanted" ] || { wrong "teetape $*: exit status $feed_got in place of $feed_wanted" && cat err; }
}

# run STATUS WORD...: does what feed does, with an empty stdin.
run() {
    feed "$@" </dev/null
}

# says FILE TEXT: fails unless the file has the text. hides FILE TEXT: fails if the file has it.
says() {
    grep -qF -e "$2" "$1" || { wrong "$1 has no '$2' in it:" && cat "$1"; }
}
hides() {
    ! grep -qF -e "$2" "$1" || { wrong "$1 has '$2' in it:" && cat "$1"; }
}

# silent FILE
silent() {
    [ ! -s "$1" ] || { wrong "$1 should be empty:" && cat "$1"; }
}

# works WORD...: fails unless teetape ends with 0 and prints nothing to stderr.
works() {
    run 0 "$@"
    silent err
}

# fails STATUS PATTERN WORD...: fails unless teetape ends with this status and stderr matches.
fails() {
    fails_status=$1 fails_pattern=$2
    shift 2
    feed "$fails_status" "$@"
    grep -q -e "$fails_pattern" err || wrong "teetape $*: says $(cat err), not $fails_pattern"
}

# names FOLDER: lists the names of its files, hidden ones too.
names() {
    (cd "$1" && find . -type f | sort | tr '\n' ' ')
}

# same FILE FILE [WHAT]: fails unless both files have the same bytes.
same() {
    diff "$1" "$2" >difference || { wrong "${3:-$1 and $2 differ}:" && head -n 10 difference | cut -c 1-200; }
}

# key NAME: prints the value of a key in the JSON object of `out`, a number or a word.
key() {
    sed -n "s/.*\"$1\":\([0-9a-z-]*\).*/\1/p" out
}

# is NAME VALUE, at_least NAME NUMBER: compare the value of a key in the JSON object of `out`.
is() {
    [ "$(key "$1")" = "$2" ] || { wrong "$1 is not $2:" && cat out; }
}
at_least() {
    [ "$(key "$1")" -ge "$2" ] || { wrong "$1 is below $2:" && cat out; }
}

# good FILE: fails unless verify --strict accepts the file. The file `verified` has its output.
good() {
    "$teetape" verify --strict "$1" >verified 2>&1 || { wrong "verify of $1:" && cat verified; }
}

# has_codec ENDING: true when this build reads and writes files with this ending.
has_codec() {
    case $1 in xz) codec_library=liblzma ;; zst | tape) codec_library=libzstd ;; *) codec_library=zlib ;; esac
    "$teetape" --version | grep -q "$codec_library [0-9]"
}
