#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: terminal.sh BUILD
#
# The library has nothing of a terminal and nothing of a program: no room of src/ asks for one, writes to stderr or
# stdout by itself, handles a signal or sets a locale. It hands what there is to say to a callback; the rest is the
# matter of the command. Checked in the sources, and by the names in the libraries that are built.
set -u
. tests/structure/common.sh
need "${NM:-nm}"
temporary_folder

# not PATTERN WHAT: no source of the library has the pattern.
not() {
    find src \( -name '*.[ch]' -o -name '*.def' \) -exec grep -nE -- "$1" /dev/null {} + &&
        wrong "the library must not have $2 (lines above)"
}

# ours PATTERN WHAT: only the command has it; a pattern that finds nothing there would find nothing here either.
ours() {
    not "$@"
    grep -qE -r --include='*.[ch]' -- "$1" cli || wrong "the pattern for $2 finds nothing, not even in cli/: $1"
}

ours 'isatty' 'a question for a terminal'
ours '"TERM"' 'the kind of terminal'
ours 'NO_COLOR' 'the wish for colour'
ours '"COLUMNS"|TIOCGWINSZ' 'the width of a terminal'
ours '\\(033|x1[bB])\[' 'an escape sequence'
ours '(Get|Set)Console' 'the console of Windows'
ours 'sigaction|(^|[^a-z_])signal\(' 'the handler of a signal'
ours 'setlocale' 'the locale of the program'
ours 'wcwidth' 'the width of characters on a terminal'
ours 'STDERR_FILENO' 'messages to the user'
not '(^|[^a-z_])(v?printf|puts|putchar|perror)\(' 'output past host/output.h'
not '(^|[^a-z_])(v?fprintf|fputs|fputc|putc|fwrite)\([^;]*std(err|out)' 'output past host/output.h'

# strings PATTERN WHAT: no string of the library has the pattern, some string of the command does. The options of ffmpeg
# in drawing_encode.c do not count.
strings_of() {
    find "$@" -name '*.[ch]' -exec grep -nHoE '"([^"\\]|\\.)*"' {} +
}
strings() {
    strings_of src include | grep -v '^src/jobs/drawing_encode\.c:' | grep -E -- "$1" && wrong "the library must not name $2 (lines above)"
    strings_of cli | grep -E -- "$1" >/dev/null || wrong "the pattern for $2 finds nothing, not even in cli/: $1"
}
strings '[^a-zA-Z-]--[a-z]' 'an option of the command'
strings '[ "(]-[a-zA-Z][ ";,)]' 'a short option of the command'
strings "[ (]teetape ($(find cli -name 'cmd_*.c' | sed 's|.*/cmd_||; s|\.c$||' | paste -sd '|' -))[^a-z]" 'a verb of the command'

# What a macro or a compiler makes of a call is in the library: an undefined name, perhaps in its checked form.
# The name of each one, after where it is.
undefined() {
    find "$1" -name 'libteetape*.a' -exec "${NM:-nm}" -A -u -P {} + |
        sed -E 's/: _*([a-z_]+).*$/: \1/; s/_chk$//'
}
names='isatty|ioctl|tcgetattr|sigaction|(sysv_)?signal|raise|setlocale|wcwidth|wcswidth|stdout|stderr|v?printf|puts|putchar|perror'
undefined "$1/src" >"$folder/library"
undefined "$1/cli" >"$folder/command"
[ -s "$folder/library" ] || wrong "no library in $1/src"
grep -E ": ($names)\$" "$folder/library" && wrong 'the library calls a terminal, or what is the matter of a program (above)'
grep -q ': isatty$' "$folder/command" || wrong 'nothing in the command calls isatty: these names are not seen'
exit $bad
