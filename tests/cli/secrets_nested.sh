#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: secrets_nested.sh COMMAND SOURCE_DIR
#
# Secrets where a list of first words does not find them: in the header's settings, inside of other commands, in
# spellings of all kinds, in messages of another protocol and of the system. Each has a value of its own, and no way
# out of the command has one: text, JSON and hex, a made demo, a search, an anonymized copy. A cut is a recording
# and keeps them all.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"
export XDG_CACHE_HOME="$folder/cache"

# value: puts hush00x, hush01x, ... into $secret.
planted=0
value() {
    secret=hush$(printf %03d "$planted")x
    planted=$((planted + 1))
}

as_hex() {
    printf %s "$1" | od -An -v -tx1 | tr -d ' \n'
}

# Settings that DDNet and Teeworlds have or had, and what a mod may have: as config, tuning and keys of the header.
settings() {
    for setting; do
        value
        printf '%s"%s":"%s"' "$settings_comma" "$setting" "$secret"
        settings_comma=,
    done
}
secret_settings='password sv_rcon_password sv_rcon_mod_password sv_rcon_helper_password sv_reserved_slots_pass
sv_dnsbl_key sv_dnsbl_host sv_register_community_token sv_register_extra sv_register_url bindaddr sv_hostname
sv_sql_bindaddr sv_sql_pw ec_password ec_bindaddr sv_banned_versions sv_conn_logging_server sv_input_fifo logfile
SV_RCON_PASSWORD sv_mod_token sv_mod_thing mod_webhook timeout w sv_rcon_\u0070assword'
settings_into() { # FILE WORD...: not in a subshell, for the count
    settings_comma=
    settings_file=$1
    shift
    settings "$@" >"$settings_file"
}
# shellcheck disable=SC2086
settings_into config $secret_settings
settings_into tuning gravity sv_rcon_password mod_tuning
settings_into keys password rcon_password mod_key
value
printf ',"mod":{"a":"%s","b":["%s"]},"mods":["%s"]' "$secret" "$secret" "$secret" >>keys
value # a number, in what is secret whatever its value
number=7340001
printf ',"ec_port":"%s","sv_banned_versions":"%s","sv_mod_pin":%s' $number $number $number >>config

# Spellings of commands. A blank is one, | begins the next argument, _ is an empty argument.
commands='timeout|% TIMEOUT|% TimeOut|"%" code|% pin|% acc_login|me|% signup|me|% changepw|% set_password|% w|bob|%
whisper|bob|% c|% converse|% rcon_auth2|% dummy_rcon_password|% sv_rcon_password_mod|% sv_reserved_slots_pass|%
sv_dnsbl_key|% sv_hostname|% sv_test|% toggle|sv_rcon_password|%|1 login|% add_sqlserver|r|db|%|user|pw auth_change|a|% ban|%
ban_range|%|% muteip|%|60 name_ban|% bans_find|% unban|% key|% sv_mod|% mc|timeout^% access_level|timeout|%
add_vote|Restart|sv_rcon_password^% add_vote|X|"sv_rcon_password"^"%" add_vote|X|say^a;^ec_password^% force_vote|X|rcon_auth^%
exec|rcon_auth^% bind|x|rcon_auth^% bind|x|"say^/timeout^%" echo|a;^rcon^% echo|/timeout^% say|/timeout^% say|x/timeout^%
me|/save^% broadcast|"login"^% server_alert|/TimeOut^^^% say|sv_rcon_password^% say|^;timeout^% tune_zone_enter|1|/login^%
say|mod_password^% kick|1|/timeout^% exec|timeout|%'
command_line() { # CID FLAGS WORD
    command_cid=$1
    command_flags=$2
    value
    command_words=$(printf %s "$3" | sed "s/%/$secret/g; s/\^/ /g")
    command_ifs=$IFS
    IFS='|'
    # shellcheck disable=SC2086
    set -- $command_words
    IFS=$command_ifs
    command_record "$command_cid" "$command_flags" "$@"
}
# Names that no console has, but a recording can: with blanks, slashes and more in them.
odd_names='^timeout timeout^ /timeout timeout; mc;timeout "timeout"'

# Chat lines, as one is typed.
lines='/timeout ^
/TIMEOUT ^
 /timeout ^
/ timeout ^
//timeout ^
./timeout ^
x/timeout ^
x /timeout ^
/"timeout" ^
/mc;timeout ^
/me a; timeout ^
/timeout\0011^
/timeout\t^
/time\0001out ^
/timeout\0302\0240^
\0302\0240/timeout ^
/timeout;^
/timeout:^
/w bob ^
/whisper bob ^
/c ^
/converse ^
/code ^
/acc_login me ^
/say /save ^
/rescue "/load ^"
sv_rcon_password ^'
say() { # HOW LINE
    case $1 in
    say6) { int 34 0 && text "$2"; } | message 0 ;;
    say7) { int 48 1 0 && text "$2"; } | message 1 ;;
    say7_of_6) { int 48 1 0 && text "$2"; } | message 0 ;;
    say7_of_nobody) { int 48 1 0 && text "$2"; } | message 5 ;;
    vote6) { int 50 && text option value "$2"; } | message 0 ;;
    negative) { int -5 && text "$2"; } | message 0 ;;
    unreadable) { hex ffffffffff && text "$2"; } | message 0 ;;
    esac
}
each_line() { # HOW: says each line, with a value in it
    printf '%s\n' "$lines" >lines
    while IFS= read -r line; do
        value
        say "$1" "$(printf %s "$line" | sed "s/\^/$secret/g")"
    done <lines
}

# Client 0 speaks 0.6, 1 speaks 0.7, of 2 and 5 nothing is known.
{
    header 2 ",\"version_minor\":\"8\",\"game_uuid\":\"a1a2a3a4-0000-4000-8000-000000000001\",\"map_name\":\"dm1\",\
\"config\":{$(cat config)},\"tuning\":{$(cat tuning)},$(cat keys)"
    int -2 9
    int 0 | ex 1899a382-71e3-36da-937d-c9de6bb95b1d
    int -8 0
    int 1 | ex 59239b05-0540-318d-bea4-9aa1e80e7d2b
    int -8 1 -8 2
    start_info nameless clan | message 0
    int -3 0 1000 1000
    for words in $commands; do
        command_line 0 128 "$words"
        command_line -1 4 "$words"
    done
    for name in $odd_names; do
        value
        command_record 0 128 "$(printf %s. "$name" | sed 's/\^/ /g; s/\.$//')" "$secret"
    done
    each_line say6
    each_line say7
    each_line say7_of_6
    each_line say7_of_nobody
    each_line vote6
    each_line negative
    each_line unreadable
    # a whisper by its mode, also of a client that does not speak 0.7; as a command; a name with more in it
    for cid in 0 1 5; do
        value
        { int 48 3 2 && text "$secret"; } | message $cid
        value
        { int 78 && text w "bob $secret"; } | message $cid
        value
        { int 78 && text "timeout $secret" ''; } | message $cid
        value
        { int 78 && text signup "$secret"; } | message $cid
        value
        { int 78 && text Timeout "$secret"; } | message $cid
        value
        { int 78 && text timeout && printf %s "$secret"; } | message $cid
        # of the system: INFO, RCON_CMD and RCON_AUTH in 0.6 and 0.7, and each of the others
        id=0
        while [ $id -lt 32 ]; do
            value
            { int $((2 * id + 1)) && text "$secret" "$secret"; } | message $cid
            id=$((id + 1))
        done
        value
        { int 1 && hex 8c001304-8461-3e47-8787-f672b3835bd4 && text "$secret"; } | message $cid
        # the same marked as a message of the game, bytes after the fields, and one that is not known
        value
        { int 0 && hex 8c001304-8461-3e47-8787-f672b3835bd4 && text "$secret"; } | message $cid
        value
        { start_info nameless clan && text "$secret"; } | message $cid
        value
        { int 98 && text "sv_rcon_password $secret"; } | message $cid
    done
    value
    int -9 2 && text "left with /timeout $secret"
    int -2 99 -1
} >crafted.teehistorian
[ "$planted" -gt 400 ] || wrong "only $planted values were planted"

# everything FILE OPTION...
everything() {
    everything_file=$1
    shift
    for command in info dump players chat verify; do
        for form in --quiet --json; do
            case $command in
            verify) "$teetape" $command $form "$everything_file" ;;
            *) "$teetape" $command $form "$@" "$everything_file" ;;
            esac
        done
    done 2>&1
}

# none FILE WHAT: no value is in it, neither as text nor as hex.
none() {
    if grep -a -i -n -e hush -e "$(as_hex hush)" -e $number "$1" >found; then
        wrong "$2 shows $(wc -l <found) lines, such as: $(head -n 3 found | cut -c 1-300)"
    fi
}

# all FILE WHAT: every value is in it.
all() {
    tr 'A-F' 'a-f' <"$1" | grep -a -o -e 'hush[0-9]*x' -e "$(as_hex hush)\(3[0-9]\)*78" |
        sed 's/^68757368/hush/; /^hush3/s/3\([0-9]\)/\1/g; s/78$/x/' | sort -u >found
    number_now=0
    while [ $number_now -lt "$planted" ]; do
        secret=hush$(printf %03d $number_now)x
        grep -q -x "$secret" found || echo "$secret"
        number_now=$((number_now + 1))
    done >missing
    [ "$(wc -l <missing)" -le "$3" ] || wrong "$2 lacks $(wc -l <missing) values: $(head -n 20 missing | tr '\n' ' ')"
}

everything crafted.teehistorian >hidden
none hidden 'the output'
everything crafted.teehistorian --show-secrets >shown
all shown 'the output with --show-secrets' 1 # the one that is a number

# A cut and a repaired recording are recordings: they keep what is secret.
"$teetape" cut -q --from 0 -o cut.teehistorian crafted.teehistorian || wrong 'a cut'
everything cut.teehistorian --show-secrets >shown
all shown 'a cut' 1
everything cut.teehistorian >hidden
none hidden 'the output of a cut'

# A demo that is made of it, and an anonymized copy, hold none.
"$teetape" demo -q -o made.demo crafted.teehistorian || wrong 'a demo'
everything made.demo --show-secrets >shown
none shown 'a demo'
"$teetape" anonymize -q -o anonymous.teehistorian crafted.teehistorian || wrong 'an anonymized copy'
none anonymous.teehistorian 'an anonymized copy'

# find, and its database: no setting, no command and no chat is in it.
if "$teetape" --version | grep -qi sqlite; then
    mkdir arch
    cp crafted.teehistorian arch/
    for form in '' --json --commands; do
        for kind in '' '--kind leave' '--kind name' '--kind version'; do
            # shellcheck disable=SC2086
            "$teetape" find -q --db base $form $kind arch/
        done
    done >hidden 2>&1
    none hidden find
    grep -a -o 'hush[0-9]*x' base >found
    secret=hush$(printf %03d $((planted - 1)))x # the reason of the drop, which is what a search is for
    grep -v -x "$secret" found && wrong 'the database of find holds a secret'
fi
exit $bad
