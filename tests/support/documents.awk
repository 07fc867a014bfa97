# SPDX-License-Identifier: MIT
#
# Takes the code blocks of a page apart: -v out=FOLDER. Block N becomes FOLDER/N.text, and FOLDER/N.about has
# three lines: its language, the note in the comment right above it (<!-- note -->), and where it stands.

/^ *```/ {
    if (inside) {
        inside = 0
        close(text)
    } else {
        inside = 1
        text = sprintf("%s/%03d.text", out, ++count)
        about = sprintf("%s/%03d.about", out, count)
        language = $0
        gsub(/^ *```/, "", language)
        printf "%s\n%s\n%s:%d\n", language, note, FILENAME, FNR >about
        close(about)
        printf "" >text
    }
    note = ""
    next
}
inside {
    print >text
    next
}
{
    note = ""
    if ($0 ~ /^<!-- .* -->$/)
        note = substr($0, 6, length($0) - 9)
}
END {
    if (inside) {
        print FILENAME ": a block without an end"
        exit 1
    }
}
