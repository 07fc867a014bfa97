# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154
#
# What an example cannot do it says, and fails. To be sourced where `examples` is the folder of the programs and
# `wrong` a function.

# refused STATUS PATTERN PROGRAM [ARGUMENT...]: fails unless the program ends with this status and a
# line on stderr matches.
refused() {
    wanted=$1 pattern=$2 program=$3 got=0
    shift 3
    "$examples/$program" "$@" >refused.out 2>refused.err </dev/null || got=$?
    [ "$got" = "$wanted" ] || wrong "$program $*: the status is $got"
    grep -qe "$pattern" refused.err || wrong "$program $*: does not say '$pattern': $(cat refused.err)"
}
