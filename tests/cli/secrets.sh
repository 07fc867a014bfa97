#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: secrets.sh COMMAND SOURCE_DIR
#
# What is secret does not occur in anything that a command prints, neither as text nor as hex, until it is
# asked for; and then all of it does.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/recording.sh"

# everything FILE OPTION...: all that the commands can print of a file.
everything() {
    everything_file=$1
    shift
    for what in facts chat sessions recordings; do
        for format in csv jsonl; do
            "$teetape" table $what --format $format "$@" "$everything_file"
        done
    done 2>&1
    for command in info dump players chat verify; do
        for form in --quiet --json; do
            case $command in
            dump | chat) "$teetape" $command $form "$@" "$everything_file" ;;
            *) "$teetape" $command $form "$everything_file" ;;
            esac
        done
    done 2>&1
}

as_hex() {
    printf %s "$1" | od -An -v -tx1 | tr -d ' \n'
}

# The real ones: the codes are in the recording, so they must be found in it and shown on demand only.
for file in "$tree"/tests/recordings/*/*.teehistorian; do
    # after the command's name: the number of arguments, 1, and the code with its NUL
    codes=$(LC_ALL=C tr '\000\001' '\n\n' <"$file" | LC_ALL=C sed -n '/timeout$/{n;n;p;}')
    [ -n "$codes" ] || wrong "$file: no timeout code was found"
    everything "$file" >hidden
    everything "$file" --show-secrets >shown
    for code in $codes; do
        grep -q -i -e "$code" -e "$(as_hex "$code")" hidden && wrong "$file: the code $code is shown"
        grep -q "$code" shown || wrong "$file: the code $code is not shown with --show-secrets"
    done
done

# Every kind of secret, each with a number of its own: hush01 ... As an id it is its hex, and the dashes
# of ids are taken out.
hush=68757368
{
    header 2 ',"version_minor":"8"'
    int -2 99
    for cid in 0 1; do
        [ $cid = 0 ] && joinver=1899a382-71e3-36da-937d-c9de6bb95b1d || joinver=59239b05-0540-318d-bea4-9aa1e80e7d2b
        int $cid | ex $joinver
        int -8 $cid
    done
    start_info nameless clan | message 0
    { int 0 && hex "${hush}3031-0000-0000-000000000000" && int 16040 && text 'DDNet 16.4'; } |
        ex 1397b63e-ee4e-3919-b86a-b058887fcaf5
    { int 0 3 && text hush02; } | ex 37ecd3b8-9218-3bb9-a71b-a935b86f6a81
    { int 0 3 && text hush03; } | ex 60daba5c-52c4-3aeb-b8ba-b2953fb55a17
    { int 3 && hex "${hush}3034-0000-0000-000000000000" && text 'hush05\nhush06'; } |
        ex 4560c756-da29-3036-81d4-90a50f0182cd
    { int 3 && hex "${hush}3037-0000-0000-000000000000" && text 'hush08\nhush09'; } |
        ex e05408d3-a313-33df-9eb3-ddb990ab954a
    # cut off: without the end of the text, inside the id, and an account without its end
    { int 3 && hex "${hush}3130-0000-0000-000000000000" && printf hush11; } | ex 4560c756-da29-3036-81d4-90a50f0182cd
    { int 3 && hex "${hush}3132"; } | ex e05408d3-a313-33df-9eb3-ddb990ab954a
    { int 0 3 && printf hush13; } | ex 37ecd3b8-9218-3bb9-a71b-a935b86f6a81
    { int 0 && hex "${hush}3134"; } | ex 1397b63e-ee4e-3919-b86a-b058887fcaf5
    command_record 0 128 timeout hush15
    command_record 0 128 TimeOut hush16
    command_record 0 128 save hush17
    command_record 0 128 load hush18 hush19
    command_record 0 128 login hush20 hush21
    command_record -1 4 rcon_auth hush22
    command_record -1 4 sv_rcon_password 'hush23\0200\0377'
    command_record -1 4 auth_add hush24 admin hush25
    # 0.6 Cl_Say; 0.7 Cl_Command and Cl_Say; the same with bytes missing or too many
    { int 34 0 && text '/timeout hush26'; } | message 0
    { int 34 1 && text ' /SAVE hush27'; } | message 0
    { int 78 && text timeout hush28; } | message 1
    { int 78 && text timeout && printf hush29; } | message 1
    { int 48 1 0 && text '/timeout hush30'; } | message 1
    { int 78 && text save hush31 && printf more; } | message 1
    { int 34 0 && printf '/timeout hush32'; } | message 0
    int -2 9 -1
} >crafted
everything crafted | tr -d - >hidden
if grep -i -n -e hush -e 68757368 hidden; then
    wrong 'a secret is shown'
fi
grep -q '"cmd":"TimeOut","args":\["\*\*\*"\]' hidden || wrong 'upper case makes no difference'
everything crafted --show-secrets | tr -d - >shown
number=1
while [ $number -le 32 ]; do
    code=hush$(printf %02d $number)
    grep -q -i -e "$code" -e "$(as_hex "$code")" shown || wrong "$code is not shown with --show-secrets"
    number=$((number + 1))
done

# What is no secret is shown: other commands, what they said, hex of harmless messages.
{
    header 2 ''
    int -2 9 -8 0
    command_record 0 128 me 'loud1'
    command_record 0 4 say 'timeout loud2'
    { int 34 0 && text 'loud3 /timeout'; } | message 0
    { int 98 && text loud4; } | message 0
    int -1
} >harmless
everything harmless >shown
for code in loud1 loud2 loud3 "$(as_hex loud4)"; do
    grep -q "$code" shown || wrong "$code is hidden without need"
done

# What this version does not know: said once a recording, hidden, kept by a cut, left out of a copy.
{
    header 2 ',"version_minor":"8"'
    int -2 9 -8 0
    for _ in 1 2 3; do
        printf newsecret | ex 00112233-4455-3677-8899-aabbccddeeff
    done
    int -1
} >unknown
"$teetape" dump --json unknown >out 2>err
grep -q '"kind":"ex","uuid":"00112233-4455-3677-8899-aabbccddeeff","size":9}' out || wrong "no size: $(cat out)"
[ "$(grep -c newsecret out)" -eq 0 ] || wrong 'an unknown extension is shown'
"$teetape" dump --json --show-secrets unknown 2>&1 | grep -q '"size":9,"data":"6e6577736563726574"}' || wrong 'no data'
note='3 records of 1 kind that this version does not know: 00112233-4455-3677-8899-aabbccddeeff'
[ "$(grep -c "note: $note" err)" -eq 1 ] || wrong "the note: $(cat err)"
"$teetape" verify --json unknown 2>/dev/null | grep -q '"notes":3' || wrong 'verify does not count it'
"$teetape" cut -q unknown --from 0 -o cut.teehistorian
[ "$(grep -a -o newsecret cut.teehistorian | wc -l)" -eq 3 ] || wrong 'the cut lacks it'
"$teetape" repair -q unknown -o repaired.teehistorian
[ "$(grep -a -o newsecret repaired.teehistorian | wc -l)" -eq 3 ] || wrong 'the repaired one lacks it'
"$teetape" anonymize -q --key x unknown -o - | grep -q -a newsecret && wrong 'the anonymized copy has it'
exit $bad
