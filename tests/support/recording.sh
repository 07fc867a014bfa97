# SPDX-License-Identifier: MIT
#
# Makes teehistorian recordings in scripts: each function writes bytes to stdout. No file is run by itself.
# shellcheck shell=sh

# byte N...
byte() {
    for byte_value; do
        # shellcheck disable=SC2059
        printf "\\$((byte_value / 64))$((byte_value / 8 % 8))$((byte_value % 8))"
    done
}

# hex DIGITS: writes the bytes. Dashes are ignored, so that UUIDs can be given as they are printed.
hex() {
    hex_rest=$(printf %s "$1" | tr -d -)
    while [ -n "$hex_rest" ]; do
        byte $((0x${hex_rest%"${hex_rest#??}"}))
        hex_rest=${hex_rest#??}
    done
}

# int N...: writes variable-length ints in their shortest form.
int() {
    for int_value; do
        int_sign=0
        [ "$int_value" -ge 0 ] || { int_value=$((-1 - int_value)) && int_sign=64; }
        int_byte=$((int_value & 63 | int_sign))
        int_value=$((int_value >> 6))
        while [ "$int_value" -gt 0 ]; do
            byte $((int_byte | 128))
            int_byte=$((int_value & 127))
            int_value=$((int_value >> 7))
        done
        byte "$int_byte"
    done
}

# text TEXT...: writes each text and a NUL. Escapes of printf's %b are resolved: \0NNN is a byte.
text() {
    for text_value; do
        printf '%b\0' "$text_value"
    done
}

# header VERSION MORE: writes magic and JSON. MORE is further members after a comma, or "".
header() {
    hex 699db17b-8efb-34ff-b1d8-da6f60c15dd1
    text "{\"version\":\"$1\"$2}"
}

# Write records that have their size before the payload, which comes from stdin.
message() { # CID
    cat >payload
    int -7 "$1" "$(wc -c <payload)"
    cat payload
}

ex() { # UUID
    cat >payload
    int -11
    hex "$1"
    int "$(wc -c <payload)"
    cat payload
}

# command CID FLAGS NAME ARGUMENT...
command_record() {
    int -10 "$1" "$2"
    text "$3"
    shift 3
    int $#
    [ $# -eq 0 ] || text "$@"
}

# start_info NAME CLAN: writes the payload of a Cl_StartInfo of 0.6; change_info writes that of a
# Cl_ChangeInfo.
start_info() {
    int 40
    text "$1" "$2"
    int -1
    text default
    int 0 65408 65408
}

change_info() {
    int 42
    text "$1" "$2"
    int -1
    text default
    int 0 65408 65408
}
