# SPDX-License-Identifier: MIT
#
# Lists what C files declare outside of functions, for names.sh: lines of space, name, and where it is. Spaces are those of C: tags of
# structs, unions and enums; macros; and everything else. It reads the layout of clang-format and knows no C beyond that.

function put(space, name) {
    if (name != "")
        print space, name, FILENAME ":" start
}

# The code of a line, without strings and comments.
function code_of(line,    at) {
    if (in_comment) {
        if (!(at = index(line, "*/")))
            return ""
        line = substr(line, at + 2)
        in_comment = 0
    }
    gsub(/\\\\|\\"|\\'/, "", line)
    gsub(/"[^"]*"|'[^']*'/, "0", line)
    gsub(/\/\*([^*]|\*[^\/])*\*\//, "", line)
    if ((at = index(line, "/*"))) {
        line = substr(line, 1, at - 1)
        in_comment = 1
    }
    sub(/[ \t]+$/, "", line)
    return line
}

# Constants of an enum: the first word of each part of its list.
function put_constants(list,    part, n, i) {
    n = split(list, part, ",")
    for (i = 1; i <= n; i++)
        if (match(part[i], /[A-Za-z_][A-Za-z0-9_]*/))
            put("name", substr(part[i], RSTART, RLENGTH))
}

function last_word(text) {
    sub(/[^A-Za-z0-9_]*$/, "", text)
    sub(/.*[^A-Za-z0-9_]/, "", text)
    return text
}

# A declaration up to its first brace, or to its end.
function declare(text, has_body,    part, n, i) {
    gsub(/__attribute__\(\([^()]*(\([^()]*\))?[^()]*\)\)/, "", text)
    if (match(text, /^(typedef |static |const )*(struct|union|enum) [A-Za-z_][A-Za-z0-9_]*$/) && has_body) {
        put("tag", last_word(text))
        return
    }
    if (text ~ /^(typedef |static |const )*(struct|union|enum)$/ || text ~ /^(struct|union|enum) [A-Za-z0-9_]*$/)
        return
    if (text ~ /^(_Static_assert|TTI_OPAQUE|extern )/)
        return
    while (gsub(/= *[A-Za-z0-9_]*\([^()]*\)/, "=", text)) # a value that a macro makes
        ;
    if (match(text, /[A-Za-z_][A-Za-z0-9_]*\(/)) {
        put("name", substr(text, RSTART, RLENGTH - 1))
        return
    }
    n = split(text, part, ",")
    for (i = 1; i <= n; i++) {
        sub(/(=|\[).*/, "", part[i])
        put("name", last_word(part[i]))
    }
}

FNR == 1 { in_comment = depth = in_define = 0; text = "" }
{
    if (depth == 0 && text == "")
        start = FNR
    line = code_of($0)
    was_define = in_define
    in_define = (in_define || line ~ /^ *#/) && line ~ /\\$/
    if (line ~ /^ *# *define /) {
        sub(/^ *# *define /, "", line)
        match(line, /^[A-Za-z0-9_]*/)
        put("macro", substr(line, 1, RLENGTH))
        next
    }
    if (line ~ /^ *# *undef /) {
        put("undef", last_word(line))
        next
    }
    if (was_define || line ~ /^ *#/ || line == "")
        next
    if (depth == 0 && text == "" && line ~ /^[A-Z_]+\(.*\)$/)
        next # a macro that declares something
    while (line != "") {
        if (depth == 0) {
            if (!match(line, /[{};]/)) {
                text = text line " "
                break
            }
            text = text substr(line, 1, RSTART - 1)
            mark = substr(line, RSTART, 1)
            line = substr(line, RSTART + 1)
            sub(/^ +/, "", text)
            sub(/ +$/, "", text)
            is_enum = text ~ /^(typedef )?enum( |$)/
            is_type = text ~ /(^|[ ])(struct|union|enum)( [A-Za-z0-9_]+)?$/
            if (text != "" && !after_type)
                declare(text, mark == "{")
            else if (after_type && text != "")
                declare("int " text, 0)
            after_type = 0
            if (mark == "{") {
                depth = 1
                constants = ""
            }
            text = ""
            continue
        }
        if (!match(line, /[{}]/)) {
            constants = constants line
            break
        }
        constants = constants substr(line, 1, RSTART - 1)
        depth += substr(line, RSTART, 1) == "{" ? 1 : -1
        line = substr(line, RSTART + 1)
        if (depth == 0) {
            if (is_enum)
                put_constants(constants)
            after_type = is_type
        }
    }
}
