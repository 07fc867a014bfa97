#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: table.sh FILE...
#
# Sums up what fault_drive printed, a line for each kind of fault.
awk -F '\t' '
    !/^#/ {
        key = $2 "\t" $3
        if (!(key in tried)) order[++count] = key
        cases[key]++; tried[key] += $4; same[key] += $5; told[key] += $6; ended[key] += $7; wrong[key] += $8
        all += $4; bad += $8
    }
    END {
        print "| call | fault | cases | faults | unnoticed | told | ended | wrong |"
        print "|---|---|---|---|---|---|---|---|"
        for (i = 1; i <= count; i++) {
            key = order[i]
            split(key, part, "\t")
            printf "| %s | %s | %d | %d | %d | %d | %d | %d |\n", part[1], part[2], cases[key], tried[key], same[key],
                told[key], ended[key], wrong[key]
        }
        printf "%d faults, %d wrong\n", all, bad
    }' "$@"
