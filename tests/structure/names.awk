# SPDX-License-Identifier: MIT
#
# Takes what a page names as code apart, for names.sh: lines of kind, name, and where it is. Code is what is between
# backticks or in a block; links are those of Markdown. A name that ends in * or ... stands for all that begin so.

function put(kind, name) {
    print kind, name, FILENAME ":" FNR
}

# Every match of a pattern in a text, of one kind; what is before the name, and one character after it, may be matched, too.
function every(text, pattern, kind,    name) {
    while (match(text, pattern)) {
        name = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        sub(/^[^A-Za-z0-9_.-]/, "", name)
        if (kind == "file")
            sub(/[^A-Za-z0-9_]$/, "", name)
        if (kind == "word" && text ~ /^(\*|\.\.\.)/)
            put("begin", name)
        else if (kind != "path")
            put(kind, name)
        else if (name ~ /[.](c|h|def|sh|awk|cmake|py|js|mjs)$/ && name !~ /^(build|[.]+)\// ||
                 name ~ /^(include|src|cli|tests|tools|web|python|examples|bench|docs|man|cmake|debian|fuzz)\//)
            put(kind, name (text ~ /^</ ? "*" : ""))
    }
}

# Options are those of teetape, alone or in a command; what it is piped to has others.
function code(text,    part, n, i, verb) {
    n = split(text, part, "|")
    for (i = 1; i <= n; i++)
        if (match(part[i], /^ *([$] *)?teetape [a-z]+ /)) {
            verb = substr(part[i], RSTART, RLENGTH - 1)
            sub(/.* /, "", verb)
            every(part[i], "(^|[^A-Za-z0-9_.-])--[a-z][a-z0-9-]+", verb)
        } else if (part[i] ~ /^--|^ *teetape -/)
            every(part[i], "(^|[^A-Za-z0-9_.-])--[a-z][a-z0-9-]+", "option")
    every(text, "(^|[^A-Za-z0-9_./~$-])[A-Za-z0-9_.-]+(/[A-Za-z0-9_.*-]+)+", "path")
    every(text, "(^|[^A-Za-z0-9_./*<>=-])[a-z][A-Za-z0-9_-]*[.](c|h|def|sh|md|mjs|awk|cmake|py|js|tsv)([^A-Za-z0-9_]|$)", "file")
    if (match(text, /(^|[|(;&] *)teetape [a-z]+/)) {
        sub(/.*teetape /, "", text)
        sub(/[^a-z].*/, "", text)
        put("verb", text)
    }
}

/^ *```/ { inside = !inside; next }
{
    line = $0
    every(line, "(^|[^A-Za-z0-9_])(tti?|TTI?)_[A-Za-z0-9_]*[A-Za-z0-9]_?", "word")
    if (inside) {
        code(line)
        next
    }
    while (match(line, /\]\([^)]*\)/)) {
        put("link", substr(line, RSTART + 2, RLENGTH - 3))
        line = substr(line, 1, RSTART) substr(line, RSTART + RLENGTH)
    }
    n = split(line, part, "`")
    for (i = 2; i < n + (n % 2 == 0); i += 2) {
        code(part[i])
        every(part[i], "(^|[^A-Za-z0-9_./-])[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)+_?", "word")
    }
}
