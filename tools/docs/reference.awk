# SPDX-License-Identifier: MIT
#
# What Doxygen is given to read. Of a header its first comment becomes the description of the file, and what
# the rows of teetape/schema make is where they are included, with their texts as comments: Doxygen itself
# does not read included files into structs and enumerations. The C compiler expands the macros.

# A macro with a parameter `doc` gives that as a comment: before a struct, after a member.
function documented(line) {
    if (line !~ /[ (]doc\)/)
        return line
    if (line ~ /\) struct [a-z_#]* \{$/) {
        sub(/\) struct/, ") TT_BEFORE(doc) struct", line)
        return line
    }
    return line " TT_BEHIND(doc)"
}

# A row without a text has a member whose name says it all.
function expand(line,   command) {
    fflush()
    command = "${CC:-cc} -E -P -Iinclude -x c - |" \
        " sed 's/TT_BEHIND(\"\")/\\/**< what its name says *\\/\\n/g; s/TT_BEFORE(\"\\([^\"]*\\)\")/\\/** \\1 *\\/\\n/g; s/TT_BEHIND(\"\\([^\"]*\\)\")/\\/**< \\1 *\\/\\n/g'"
    print rows line | command
    close(command)
    rows = ""
}

# Several members with one comment after them: Doxygen would give it to the last one alone.
function shared(line,   type, names, list, count, i) {
    if (line !~ /^ +[^=(){}]*, [^=(){}]*; +\/\*\*</)
        return line
    match(line, /; +\/\*\*<.*/)
    names = substr(line, 1, RSTART - 1)
    comment = substr(line, RSTART + 1)
    match(names, /^ +(const )?(struct )?[a-z_0-9]+ /)
    type = substr(names, 1, RLENGTH)
    count = split(substr(names, RLENGTH + 1), list, /, /)
    names = ""
    for (i = 1; i < count; i++)
        names = names type list[i] "; /**< with " list[count] ":" substr(comment, index(comment, "<") + 1) \
            (comment ~ /\*\/$/ ? "" : " ... */") "\n"
    return names type list[count] ";" comment
}

# A page's links to other files of the tree lead nowhere from the reference.
FILENAME ~ /\.md$/ {
    while (match($0, /\[[^]]*\]\([.a-zA-Z][^)]*\)/)) {
        link = substr($0, RSTART + 1, RLENGTH - 1)
        $0 = substr($0, 1, RSTART - 1) substr(link, 1, index(link, "]") - 1) substr($0, RSTART + RLENGTH)
    }
    print
    next
}
NR == 1 && /^\/\* SPDX-License-Identifier: MIT$/ {
    print "/** @file"
    next
}
# The macros of rows are right above the line that includes them.
/^#define TT_[A-Z_]*\(.*\)/ {
    line = $0
    while (line ~ /\\$/ && (getline following) > 0) {
        sub(/\\$/, "", line)
        line = line following
    }
    rows = rows documented(line) "\n"
    next
}
/^#include "teetape\/schema\/.*\.def"$/ {
    expand($0)
    next
}
{
    printf "%s", rows
    rows = ""
    print shared($0)
}
END { printf "%s", rows }
