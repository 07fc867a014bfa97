#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: options.sh COMMAND SOURCE_DIR
#
# Every command and option of --help is in the man page and in all three completions, and the other way
# round; and the completion of bash (of fish too, where it is installed) really completes.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"

commands=$("$teetape" --help | sed -n '/^Commands/,/^$/s/^  \([a-z][a-z]*\)  .*/\1/p')
[ "$(printf '%s\n' "$commands" | wc -l)" -ge 5 ] || wrong "only these commands: $commands"

# help_options COMMAND: "-x --name" or "--name", one option a line.
help_options() {
    "$teetape" "$1" --help | sed -n '/^Options/,/^$/s/^  \(..\)[, ]  *\(--[a-z0-9-]*\).*/\1 \2/p' | sed 's/^ *//' | sort
}

man_options() {
    sed -n '/^\.SH OPTIONS/,/^\.SH [^O]/p' "$tree/man/teetape-$1.1" | sed 's/\\-/-/g; s/\\f.//g' |
        sed -n 's/^\(-.\), \(--[a-z0-9-]*\).*/\1 \2/p; s/^\(--[a-z0-9-]*\).*/\1/p' | sort
}

# One word a line: letters and names are not in pairs there.
bash_options() {
    sed -n "/^    $1)/,/^        ;;/s/^ *options='\(.*\)'/\1/p" "$tree/man/completions/teetape.bash" | tr ' ' '\n' | sort
}

zsh_options() {
    sed -n "/^        $1)/,/^            ;;/p" "$tree/man/completions/_teetape" |
        sed -n "s/^ *'(\(-. --[a-z0-9-]*\))'.*/\1/p; s/^ *'[*]\{0,1\}\(--[a-z0-9-]*\)=\{0,1\}-\{0,1\}\[.*/\1/p" | sort
}

fish_options() {
    grep "'__teetape_is $1'" "$tree/man/completions/teetape.fish" |
        sed 's/ -s \(.\) -l \([a-z0-9-]*\) .*/ -\1 --\2/; s/ -l \([a-z0-9-]*\) .*/ --\1/; s/.*__teetape_is [a-z]*. //' | sort
}

for command in $commands; do
    help_options "$command" >help
    grep -qx -e '-h --help' help && grep -qx -e --json help || wrong "$command --help: no options were found"
    man_options "$command" >'man'
    same help man "teetape $command: --help (<) and man page (>) differ"
    zsh_options "$command" >zsh
    same help zsh "teetape $command: --help (<) and the completion of zsh (>) differ"
    fish_options "$command" >fish
    same help fish "teetape $command: --help (<) and the completion of fish (>) differ"
    tr ' ' '\n' <help | sort >words
    bash_options "$command" >bash
    same words bash "teetape $command: --help (<) and the completion of bash (>) differ"
    grep -q "BR teetape..$command " "$tree/man/teetape.1" || wrong "$command: not in teetape(1)"
done
ls "$tree/man" | sed -n 's/^teetape-\(.*\)\.1$/\1/p' | sort >pages
printf '%s\n' "$commands" | sort >names
same names pages 'commands of --help (<) and man pages (>) differ'

# complete_bash WORD...: what bash offers for the last word.
complete_bash() {
    bash -c '. "$1/man/completions/teetape.bash" && shift
        COMP_WORDS=(teetape "$@") COMP_CWORD=$#
        _teetape 2>/dev/null
        printf "%s\n" "${COMPREPLY[@]}"' bash "$tree" "$@"
}

expect() {
    [ "$1" = "$2" ] || wrong "completion: got '$1' in place of '$2'"
}

expect "$(complete_bash du)" dump
expect "$(complete_bash dump --pl)" --player
expect "$(complete_bash help ver)" verify
expect "$(complete_bash dump --kind player_diff,auth_logi)" player_diff,auth_login
expect "$(complete_bash dump --kind = tick_)" tick_skip
expect "$(complete_bash dump --kind = | sed -n 1p)" player_diff
expect "$(complete_bash dump --from '')" ''
expect "$(complete_bash dump x)" ''
expect "$(complete_bash nonsense --js)" ''
expect "$(complete_bash '' | sed -n 1p)" "$(printf '%s\n' "$commands" | sed -n 1p)"
for command in $commands; do
    complete_bash "$command" - | sort >offered
    bash_options "$command" | same offered - "teetape $command: bash offers (<) other options than it knows (>)"
done
# As it happens in a shell: the function is what `complete` has for the command.
bash -c '. "$1/man/completions/teetape.bash" && complete -p teetape' bash "$tree" | grep -q -e '-F _teetape teetape$' ||
    wrong 'bash does not know what completes teetape'

if command -v fish >/dev/null; then
    complete_fish() {
        HOME=$PWD fish --no-config -c "source '$tree/man/completions/teetape.fish'; complete -C '$1'" | cut -f 1
    }
    expect "$(complete_fish 'teetape du')" dump
    expect "$(complete_fish 'teetape dump --pl')" --player
    expect "$(complete_fish 'teetape dump --kind auth_logi')" auth_login
fi
exit $bad
