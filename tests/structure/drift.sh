#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tools/drift.sh over a checkout of a game that there is not: without the lines that end in DRIFT it has nothing that the
# rows lack, with them it has one of each kind. What is printed then is tests/structure/drift.txt.
set -u
. tests/structure/common.sh
temporary_folder

# game PATH: a file of the checkout
game() {
    mkdir -p "$folder/game/$(dirname "$1")"
    cat >"$folder/game/$1"
}

game src/engine/shared/teehistorian_ex_chunks.h <<'END'
UUID(TEEHISTORIAN_TEST, "teehistorian-test@ddnet.tw")
UUID(TEEHISTORIAN_WAVE, "teehistorian-wave@example.org") // DRIFT
END
game src/engine/shared/protocol_ex_msgs.h <<'END'
UUID(NETMSG_WAVE, "wave-protocol@example.org") // DRIFT
END
game src/engine/shared/protocol.h <<'END'
enum
{
    MAX_CLIENTS = 128,
};

namespace FinishTime
{
    inline constexpr int UNSET = -2;
}
END
game src/game/server/teehistorian.cpp <<'END'
    TEEHISTORIAN_NONE,
    TEEHISTORIAN_WAVE, // DRIFT
    TEEHISTORIAN_FINISH,
    TEEHISTORIAN_TICK_SKIP,
    "\"version\":\"%s\","
    "\"waves\":\"%d\"," // DRIFT
END
game datasrc/network.py <<'END'
Emotes = ["NORMAL", "PAIN",
    "HUNGRY", # DRIFT
]
Hands = ["LEFT", "RIGHT"] # DRIFT

Enums = [
    Enum("EMOTE", Emotes),
    Enum("HAND", Hands), # DRIFT
]

Flags = [
    Flags("GAMEFLAG", ["TEAMS"]),
]

Objects = [
    NetObject("PlayerInput", [
        NetIntAny("m_Direction"), # a comment
        NetIntAny("m_TargetX"), NetIntAny("m_TargetY"),
        NetIntAny("m_Jump"), NetIntAny("m_Fire"), NetIntAny("m_Hook"),
        NetIntRange("m_PlayerFlags", 0, 256),
        NetIntRange("m_Waves", 0, 256), # DRIFT
        NetIntAny("m_WantedWeapon"),
        NetIntAny("m_NextWeapon"),
        NetIntAny("m_PrevWeapon"),
    ]),
    NetObject("Wave", []), # DRIFT
    NetObjectEx("DDNetPlayer", "player@netobj.ddnet.tw", [
        NetIntAny("m_Flags"),
        NetIntRange("m_AuthLevel", "AUTHED_NO", "AUTHED_ADMIN"),
        NetIntRange("m_FinishTimeSeconds", 'FinishTime::UNSET', 'max_int', default='FinishTime::UNSET'),
        NetIntRange("m_FinishTimeMillis", 0, 999, default=0),
    ]),
    NetObjectEx("SpectatorCount", "spectator-count@netobj.ddnet.org", [
        NetIntRange("m_NumSpectators", -1, 'NUM_WAVES'), # DRIFT
    ]),
    NetObjectEx("DDNetWave", "wave@netobj.example.org", []), # DRIFT
]

Messages = [
    NetMessage("Sv_Motd", [
        NetString("m_pMessage"),
    ]),
    NetMessage("Sv_Broadcast", [
        NetIntAny("m_Color"), # DRIFT
        NetString("m_pMessage"),
    ]),
    NetMessage("Sv_Chat", [
        NetIntRange("m_Team", -2, 3),
        NetIntRange("m_ClientId", -1, 'MAX_CLIENTS-1'),
        NetStringHalfStrict("m_pMessage"),
    ]),
    NetMessageEx("Cl_ShowOthers", "showothers@netmsg.ddnet.tw", [
        NetIntRange("m_Show", 0, 3), # DRIFT
    ]),
    NetMessageEx("Sv_YourWave", "yourvote@netmsg.ddnet.org", []), # DRIFT
    NetMessageEx("Cl_Wave", "wave@netmsg.example.org", []), # DRIFT
]
END
game datasrc/seven/network.py <<'END'
RaceFlags = Flags("RACEFLAG", ["HIDE_KILLMSG"])

Objects = [
    NetObject("PlayerInput", []),
]

Messages = [
    NetMessage("Sv_Wave", []), # DRIFT
]
END
game src/engine/shared/config_variables.h <<'END'
MACRO_CONFIG_STR(SvName, sv_name, 128, "unnamed", CFGFLAG_SERVER, "A name")
MACRO_CONFIG_INT(SvPort, sv_port, 0, 0, 0, CFGFLAG_SERVER, "Of the machine, not of the game")
MACRO_CONFIG_INT(SvTeam, sv_team, 1, 0, 3, CFGFLAG_SERVER | CFGFLAG_GAME, "Teams")
MACRO_CONFIG_STR(ClWave, cl_wave, 128, "", CFGFLAG_CLIENT, "Not of servers")
MACRO_CONFIG_STR(SvWaveFile, sv_wave_file, 128, "", CFGFLAG_SERVER, "A text") // DRIFT
MACRO_CONFIG_INT(SvWave, sv_wave, 1, 0, 3, CFGFLAG_SERVER | CFGFLAG_GAME, "Of the game") // DRIFT
MACRO_CONFIG_INT(SvWaveKey, sv_wave_key, 1, 0, 3, CFGFLAG_SERVER, "A secret") // DRIFT
MACRO_CONFIG_STR(SvHit, sv_hit, 128, "", CFGFLAG_SERVER, "Was a number") // DRIFT
END
game src/game/tuning.h <<'END'
MACRO_TUNING_PARAM(Gravity, gravity, 0.5f, "Down")
MACRO_TUNING_PARAM(WaveLength, wave_length, 0.5f, "Of a wave") // DRIFT
END
game src/game/mapitems.h <<'END'
    ENTITY_SPAWN = 1,
    TILE_AIR = 0,
    TILE_DFREEZE = 12,
    TILE_WAVE = 177, // DRIFT
    TILE_UNFREEZE = 13, // DRIFT
END
game src/game/server/gamecontext.cpp <<'END'
    Console()->Register("kill", "", CFGFLAG_CHAT | CFGFLAG_SERVER, ConKill, this, "Kills");
    Console()->Register("load", "?r[code]", CFGFLAG_CHAT | CFGFLAG_SERVER, ConLoad, this, "Loads");
    Console()->Register("menu", "", CFGFLAG_CLIENT, ConMenu, this, "Not of servers");
    Console()->Register("wave", "v[id]", CFGFLAG_SERVER, ConWave, this, "Waves"); // DRIFT
    Console()->Register("practice", "r[password]", CFGFLAG_CHAT, ConPractice, this, "Asks"); // DRIFT
END

tools/drift.sh "$folder/game" >"$folder/shown"
[ $? -eq 1 ] || wrong 'tools/drift.sh: status 1 is for what it prints'
diff -u tests/structure/drift.txt "$folder/shown" || wrong 'tools/drift.sh prints something else (above)'

find "$folder/game" -type f -exec sed -i '/ DRIFT$/d' {} +
tools/drift.sh "$folder/game" || wrong 'tools/drift.sh finds what there is not (above)'

rm "$folder/game/datasrc/network.py"
tools/drift.sh "$folder/game" 2>"$folder/said"
[ $? -eq 2 ] || wrong 'tools/drift.sh: a list that is missing passes'
grep -q '/network\.py: cannot be read$' "$folder/said" || wrong 'tools/drift.sh: a list that is missing has no name'
exit "$bad"
