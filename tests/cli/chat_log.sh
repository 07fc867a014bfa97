#!/bin/sh
# SPDX-License-Identifier: MIT
#
# usage: chat_log.sh COMMAND SOURCE_DIR
#
# The chat of a server's log, merged into a teehistorian file by its clock: both forms of a line, the server's zone, names with
# colons, secrets, spans and players.
. "$2/tests/support/cli.sh"
. "$tree/tests/support/run.sh"
. "$tree/tests/support/recording.sh"
need jq
{
    header 2 ',"start_time":"2026-11-21T20:00:00+0100"'
    int -2 99 && int -8 0 && start_info 'a: b' Clan | message 0
    int -8 1 && start_info moo Clan | message 1
    int -2 2000 && int -9 1 && text bye && int -2 999 && int -1
} >one.teehistorian
cat >log <<'END'
2026-11-21 19:59:59 I chat: 0:-2:a: b: before the recording
2026-11-21 20:00:05 I server: no chat
2026-11-21 20:00:10 I chat: 0:-2:a: b: hello: you
[2026-11-21 20:00:11][teamchat]: 1:3:moo: to the team
2026-11-21 20:00:12 I chat: *** 'moo' entered and joined the game
2026-11-21 20:00:20 I chat: 1:-2:moo: /timeout hush
2026-11-21 20:00:30 I chat: 200:-2:nobody: no client
2026-11-21 20:00:30 I chat: x
chat
2026-11-21 20:00:50 I chat: 0:-2:a: b: last
2026-11-21 21:00:00 I chat: 0:-2:a: b: after the recording
END
run 0 chat --json --log log one.teehistorian
jq -r 'select(.kind == "chat") | "\(.tick) \(.cid) \(.name) \(.team) \(.text)"' out >have
cat >want <<'END'
500 0 a: b false hello: you
550 1 moo true to the team
1000 1 moo false /timeout ***
2500 0 a: b false last
END
same want have 'the chat of a log'
jq -s -e 'map(.tick) == (map(.tick) | sort)' out >jqout || wrong "not in the order of ticks: $(cat out)"
run 0 chat --json --log log --player moo --from 0:00:11 one.teehistorian
[ "$(jq -r 'select(.kind == "chat") | .tick' out | tr '\n' ' ')" = '550 1000 ' ] || wrong "a player: $(cat out)"
run 0 chat --json --log log --show-secrets one.teehistorian
grep -q '/timeout hush' out || wrong 'a secret that was asked for'
run 0 chat --log log one.teehistorian
silent err
grep -q '  0 a: b  *hello: you$' out || wrong "text: $(cat out)"
run 3 chat --log nothing one.teehistorian
header 2 '' >undated.teehistorian && int -1 >>undated.teehistorian
run 3 chat --log log undated.teehistorian
says err 'has no date'
exit $bad
