#!/bin/sh
# SPDX-License-Identifier: MIT
#
# One word for one thing, and plain ones: words that the tree no longer uses do not come back. Only those that have no
# good use here are looked for, also where a line ends between two of them. `names` do not count, nor does the history.
set -u
. tests/structure/common.sh
temporary_folder

# Each pattern, and what to write instead.
cat >"$folder/words" <<'END'
whoever = a name for who it is: a caller, a client, the reader
in vain = without result, without need
by chance = at random
so many = this many, that many
behind = after
stays = remains; sessions
stay = remain, remain valid; session
stayed = remained
remnants? = what is left
mend(s|ed|ing)? = repair, fix
borne = had
tells? (of|whether|what|which|apart) = report, say, distinguish
nobody here = no player, no client
told apart = distinguished
(cannot|can not) be told = cannot be known
(is|are|was|were) told = is reported
(stand|stands|stood) (in|at|before|there|on|between|beside|directly|right|here|behind|after) = is, are, was
END

# Words that the game, a system or an old database has are not ours.
{
    text_files
    find man tools tests fuzz bench -type f \( -name '*.awk' -o -name '*.txt' -o -name '*.[1-9]' \)
    echo debian/control
} | sed 's,^\./,,' | grep -vE '^(CHANGELOG\.md|tests/structure/words\.sh)$|^tests/(golden|recordings)/' |
    LC_ALL=C sort -u >"$folder/files"
[ "$(wc -l <"$folder/files")" -gt 500 ] || wrong 'the files of the tree are not found'

LC_ALL=C xargs awk '
    FNR == NR && FILENAME ~ /\/words$/ { split($0, part, " = "); pattern[++n] = "(^|[^a-z0-9_.-])(" part[1] ")([^a-z0-9_-]|$)"; instead[n] = part[2]; next }
    FNR == 1 { last = "" }
    {
        line = tolower($0)
        gsub(/`[^`]*`/, "", line)
        sub(/^[ \t]*(\/\*\**|\*|#|\/\/)?[ \t]*/, "", line)
        text = last " " line
        for (i = 1; i <= n; i++)
            if (text ~ pattern[i]) { print FILENAME ":" FNR ": " $0 "\n    write: " instead[i]; bad = 1 }
        last = line
        sub(/[ \t]+$/, "", last)
        sub(/^.*[ \t]/, "", last)
    }
    END { exit bad }' "$folder/words" <"$folder/files" || bad=1
exit $bad
