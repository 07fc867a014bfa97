# SPDX-License-Identifier: MIT
#
# The comparison of tools/drift.sh: first the rows of this tree, then the lists of the game; `list` says which. Every
# list is read line by line, as the game writes one entry a line; network.py has fields of one message on several.
# An entry that is not understood is printed, never passed over.

BEGIN {
    # Names of numbers that ranges use and that no list of the checkout has as such.
    split("NUM_WEAPONS 6 NUM_EMOTICONS 16 NUM_SOUNDS 41 NUM_CHATS 4 NUM_SPECMODES 4 WEAPON_GAME -3 FLAG_MISSING -3 " \
          "SPEC_FREEVIEW -1 TEAM_SPECTATORS -1 TEAM_RED 0 TEAM_BLUE 1 AUTHED_NO 0 AUTHED_ADMIN 3 SAVESTATE_PENDING 0 " \
          "SAVESTATE_ERROR 4 min_int -2147483648 max_int 2147483647", word, " ")
    for (i = 1; i in word; i += 2)
        number[word[i]] = word[i + 1]
    # Sets of values: the game's name and ours; "-" for those that only the text of a row has.
    split("six.PLAYERFLAG player six.GAMEFLAG game six.GAMESTATEFLAG game_state six.CHARACTERFLAG ddnet_character " \
          "six.GAMEINFOFLAG game_info_ex six.GAMEINFOFLAG2 game_info_ex2 six.EXPLAYERFLAG ddnet_player " \
          "six.LEGACYPROJECTILEFLAG - six.PROJECTILEFLAG ddnet_projectile six.LASERFLAG ddnet_laser " \
          "six.PICKUPFLAG ddnet_pickup six.EMOTE emote six.POWERUP pickup six.EMOTICON - six.AUTHED auth_level " \
          "six.ENTITYCLASS entity_class six.LASERTYPE laser_type six.LASERDRAGGERTYPE - six.LASERGUNTYPE - six.TEAM - " \
          "six.SAVESTATE - seven.PICKUP tw7_pickup seven.EMOTE emote seven.EMOTICON - seven.VOTE - seven.CHAT - " \
          "seven.GAMEMSG - seven.PLAYERFLAG tw7_player seven.GAMEFLAG tw7_game seven.GAMESTATEFLAG tw7_game_state " \
          "seven.COREEVENTFLAG tw7_triggered seven.RACEFLAG tw7_race", word, " ")
    for (i = 1; i in word; i += 2)
        set_of[word[i]] = word[i + 1]
    # Tiles of map.h whose names are others.
    split("DFREEZE DEEP_FREEZE DUNFREEZE DEEP_UNFREEZE EHOOK_ENABLE ENDLESS_HOOK EHOOK_DISABLE NO_ENDLESS_HOOK " \
          "HIT_ENABLE HIT HIT_DISABLE NO_HIT UNLIMITED_JUMPS_DISABLE NO_ENDLESS_JUMPS JETPACK_DISABLE NO_JETPACK " \
          "UNLIMITED_JUMPS_ENABLE ENDLESS_JUMPS JETPACK_ENABLE JETPACK LFREEZE LIVE_FREEZE LUNFREEZE LIVE_UNFREEZE " \
          "ARMOR_1 SHIELD HEALTH_1 HEART WEAPON_SHOTGUN SHOTGUN WEAPON_GRENADE GRENADE POWERUP_NINJA NINJA " \
          "WEAPON_LASER LASER ARMOR_SHOTGUN SHOTGUN_SHIELD ARMOR_GRENADE GRENADE_SHIELD ARMOR_NINJA NINJA_SHIELD " \
          "ARMOR_LASER LASER_SHIELD", word, " ")
    for (i = 1; i in word; i += 2)
        tile_name[word[i]] = word[i + 1]
    # Tiles that teetape draws as nothing: air, tune zones (of a layer of their own), credits, entities that are off; and
    # from 195 on flags, lasers, doors and the like, which the server sends as objects.
    split("0 0 68 68 140 143 156 159 190 191 195 196 203 218 220 225 233 238 240 240", word, " ")
    for (i = 1; i in word; i += 2)
        draw(word[i], word[i + 1])
    never_sent["my-own-message@heinrich5991.de"] = 1 # an example in the source
    secret = "(^|[^a-z])(pw|password|pass|code|hash|salt|token|key|ip)([^a-z]|$)"
}

function tell(file, what) {
    print file ": " what
    found = 1
}

function draw(first, last) {
    for (first += 0; first <= last + 0; first++)
        drawn[first] = 1
}

# The n-th word in quotes.
function quoted(text, n,    part) {
    split(text, part, "\"")
    return part[2 * n]
}

# ---- rows of this tree ----

FNR == 1 {
    if (list == "")
        row_file = substr(FILENAME, length(rows) + 2)
    else if (type != "")
        type_end()
}
list == "" && /^ *TT[A-Z_]*\(/ {
    split($0, a, /[(),] */)
    macro = a[1]
    sub(/^ +/, "", macro)
    if (match($0, /"[^" ]+@[^" ]+"/)) {
        ident = substr($0, RSTART + 1, RLENGTH - 2)
        idents[ident] = 1
    }
}
list == "" && macro ~ /^TT_TH_(RECORD|BARE)$/ { record[a[2]] = a[4] }
list == "" && macro == "TT_TH_KEY" { header_key[a[2]] = 1 }
list == "" && macro == "TT_VALUE" {
    value = a[5] == "INT32_MIN" ? 2147483648 : a[5] + 0
    values[tolower(a[2]), quoted($0, 1)] = value
}
list == "" && macro ~ /^TT_(OBJ|OBJ_EX|MSG|MSG_BARE|MSG_EX|SV|SV_BARE|SV_EX|SV_EX_BARE)$/ {
    kind = macro ~ /OBJ/ ? "object" : "message"
    row = kind " " a[3]
    if (macro ~ /_EX/) {
        key = kind " " quoted($0, 2)
        row_text[row] = quoted($0, 1)
    } else {
        dialect = a[5] == "DDNET" || kind == "message" && a[5] == "SIX" ? "six" : a[5] == "SEVEN" ? "seven" : "old"
        key = kind " " dialect " " quoted($0, 1)
        row_number[row] = a[6]
    }
    row_of[key] = row
    file_of[row] = row_file
    members[row] = 0
}
list == "" && macro ~ /^TT_(ANY|INT|LIST|LATER|LATER_LIST|TEXT|TEXTS|FIELD|RANGE)$/ {
    row = (row_file ~ /snap_objects/ ? "object " : "message ") a[2]
    if (row in members) {
        n = ++members[row]
        name = a[3]
        count = 1
        low = "-2147483648"
        high = "2147483647"
        absent = ""
        sort = "int"
        if (row_file ~ /snap_objects/) {
            if (macro ~ /LIST/)
                count = a[5]
            else if (macro ~ /TEXT/)
                count = macro == "TT_TEXTS" ? a[4] * a[5] : a[4]
            if (macro == "TT_INT" || macro == "TT_LATER" || macro == "TT_LIST") {
                low = a[6]
                high = a[7]
            }
            if (macro ~ /LATER/)
                absent = macro == "TT_LATER" ? a[8] : a[6]
        } else if (macro == "TT_RANGE") {
            low = a[4]
            high = a[5]
        } else {
            name = a[macro == "TT_LIST" || macro == "TT_FIELD" ? 4 : 3]
            sort = a[3] == "TEXT" ? "text" : a[3] ~ /^(INTS|DATA)$/ ? "rest" : "int"
            if (a[3] == "CID" || a[3] == "BOOL") {
                low = 0
                high = a[3] == "CID" ? 127 : 1
            }
            if (macro == "TT_LIST")
                count = a[5]
        }
        gsub(/INT32_MIN/, "-2147483648", low)
        gsub(/INT32_MAX/, "2147483647", high)
        member[row, n] = name
        counts[row, n] = count
        lows[row, n] = low
        highs[row, n] = high
        absents[row, n] = absent
        sorts[row, n] = sort
    }
}
list == "" && macro ~ /^TT_KNOWN_/ {
    class[a[2]] = macro ~ /GAME_SETTING|TUNING/ ? "NUMBER" : a[3]
    known_as[a[2]] = macro
    forms[a[2]] = macro == "TT_KNOWN_COMMAND" ? quoted($0, 1) : ""
}
list == "" && macro == "TT_SECRET_PART" { secret_part[quoted($0, 1)] = 1 }
list == "" && row_file ~ /map\.h$/ && /^ *TT_TILE_[A-Z_]+( = [0-9]+)?,?/ {
    split($0, a, /[ ,=]+/)
    tile = a[3] ~ /^[0-9]+$/ ? a[3] : tile + 1
    tiles[substr(a[2], 9)] = tile
}
list == "" && row_file ~ /rule_table/ && /^ +\{[0-9]+, [0-9]+, TTI_MARK/ && !/\{1, 255/ {
    split($0, a, /[ {,]+/)
    draw(a[2], a[3])
}
list == "" && row_file ~ /rule_table/ && /^ +[0-9]+, [0-9]+, TTI_MARK/ {
    split($0, a, /[ ,]+/)
    draw(a[2], a[3])
}
list == "" { macro = ""; next }

# ---- lists of the game ----

{ sub(/\r$/, "") }

list == "numbers" && /^[\t ]+[A-Z_]+ = -?[0-9]+,/ {
    split($0, a, /[\t =,]+/)
    number[a[2]] = a[3]
}
list == "numbers" && /^namespace / { space = $2 }
list == "numbers" && /constexpr int [A-Z_]+ = -?[0-9]+;/ {
    split($0, a, /[ =;]+/)
    for (i = 1; a[i] != "int"; i++)
        ;
    number[space "::" a[i + 1]] = a[i + 2]
}

list == "uuids" && /^UUID\(/ {
    if (!(quoted($0, 1) in idents))
        tell("include/teetape/schema", "lacks " quoted($0, 1))
}

list == "records" && /^[\t ]+TEEHISTORIAN_NONE,/ { code = 1 }
list == "records" && /};/ { code = "" }
list == "records" && code != "" && /^[\t ]+TEEHISTORIAN_[A-Z_]+,/ {
    code--
    name = substr($1, 14)
    sub(/,.*/, "", name)
    if (name != "NONE" && !(name in record))
        tell("include/teetape/schema/teehistorian.def", "lacks the record " name ", " code)
    else if (name != "NONE" && record[name] != code)
        tell("include/teetape/schema/teehistorian.def", "the record " name " is " record[name] ", in the game " code)
}
list == "records" && /\\"[a-z_0-9]+\\":/ {
    rest = $0
    while (match(rest, /\\"[a-z_0-9]+\\":/)) {
        name = substr(rest, RSTART + 2, RLENGTH - 5)
        if (!(name in header_key))
            tell("include/teetape/schema/th_header.def", "lacks the key " name)
        rest = substr(rest, RSTART + RLENGTH)
    }
}

# ---- network.py ----

function resolve(text,    plus, base) {
    gsub(/[ '"]/, "", text)
    plus = 0
    if (match(text, /-[0-9]+$/) && RSTART > 1) {
        plus = substr(text, RSTART) + 0
        text = substr(text, 1, RSTART - 1)
    }
    if (text ~ /^-?[0-9]+$/)
        return text + plus
    if (text == "False")
        return 0
    base = list == "seven" && text == "MAX_CLIENTS" ? 64 : text in number ? number[text] : "?"
    return base == "?" ? "?" text : base + plus
}

# ClientId is client_id.
function snake(name,    out, i, c) {
    gsub(/ID/, "Id", name) # until DDNet 17
    if (match(name, /^m_(aa|ap|a|p)[A-Z]/))
        name = substr(name, RLENGTH)
    else
        sub(/^m_/, "", name)
    for (i = 1; i <= length(name); i++) {
        c = substr(name, i, 1)
        out = out (i > 1 && c ~ /[A-Z]/ ? "_" : "") tolower(c)
    }
    return out
}

function field(text,    kind, name, part, low, high, def) {
    match(text, /^Net[A-Za-z]+/)
    kind = substr(text, 4, RLENGTH - 3)
    name = quoted(text, 1)
    def = ""
    if (match(text, /, default=/)) {
        def = substr(text, RSTART + 10)
        sub(/\)$/, "", def)
        text = substr(text, 1, RSTART - 1) ")"
    }
    split(text, part, /[(),] */)
    low = "-2147483648"
    high = "2147483647"
    if (kind == "IntRange") {
        low = resolve(part[3])
        high = resolve(part[4])
    } else if (kind == "Bool") {
        low = 0
        high = 1
    } else if (kind == "TickStrict") {
        low = 0
        high = "1879048191" # MAX_TICK
    } else if (kind == "Tick" && list == "seven")
        low = 0
    else if (kind == "Enum") {
        low = 0
        high = size[part[3]] - 1
    }
    n_game++
    game_member[n_game] = snake(name)
    game_count[n_game] = kind == "TwIntString" ? part[3] / 4 : 1
    game_low[n_game] = low
    game_high[n_game] = high
    game_absent[n_game] = def == "" ? "" : resolve(def)
    game_sort[n_game] = kind ~ /^String/ ? "text" : "int"
}

function type_end(    row, i) {
    for (i = 1; i <= n_game; i++)
        inherit[type, i] = game_member[i] SUBSEP game_count[i] SUBSEP game_low[i] SUBSEP game_high[i] SUBSEP game_absent[i] SUBSEP game_sort[i]
    inherits[type] = n_game
    if (type !~ /^Unused/) {
        row = row_of[type_kind " " (type_ident != "" ? type_ident : type_list " " type)]
        if (row == "" && type_ident in never_sent)
            ;
        else if (row == "")
            tell(type_kind == "object" ? "include/teetape/schema/snap_objects.def" : type ~ /^Cl_/ ? "include/teetape/schema/messages.def" : "include/teetape/schema/server_messages.def",
                 "lacks the " type_kind " " type (type_ident != "" ? ", " type_ident : ", " type_number (type_list == "seven" ? " of 0.7" : "")))
        else
            compare(row)
    }
    type = ""
}

function compare(row,    head, i, k, n, m, ours, theirs) {
    head = substr(row, index(row, " ") + 1) ": "
    if (type_ident != "" && row_text[row] != type)
        tell(file_of[row], head "is called " row_text[row] ", in the game " type)
    if (type_ident == "" && row_number[row] != type_number)
        tell(file_of[row], head "has the number " row_number[row] ", in the game " type_number)
    if (n_game == 0) # filled by hand, as far as the list knows
        return
    # messages are compared by their fields' sorts, objects by the names of members
    n = m = 0
    for (i = 1; i <= members[row]; i++)
        for (k = 1; k <= (type_kind == "object" ? 1 : counts[row, i]); k++) {
            ours = ours " " (type_kind == "object" ? member[row, i] (counts[row, i] > 1 ? "[" counts[row, i] "]" : "") : sorts[row, i])
            at[++n] = i
        }
    for (i = 1; i <= n_game; i++)
        for (k = 1; k <= (type_kind == "object" ? 1 : game_count[i]); k++) {
            theirs = theirs " " (type_kind == "object" ? game_member[i] (game_count[i] > 1 ? "[" game_count[i] "]" : "") : game_sort[i])
            game_at[++m] = i
        }
    if (ours != theirs) {
        tell(file_of[row], head "has" ours ", in the game" theirs)
        return
    }
    for (i = 1; i <= n; i++) {
        k = at[i]
        ours = lows[row, k] " to " highs[row, k]
        theirs = game_low[game_at[i]] " to " game_high[game_at[i]]
        if (theirs ~ /\?/)
            tell(file_of[row], head member[row, k] " has a range that is not understood: " theirs)
        else if (lows[row, k] + 0 > game_low[game_at[i]] + 0 || highs[row, k] + 0 < game_high[game_at[i]] + 0)
            tell(file_of[row], head member[row, k] " is " ours ", in the game " theirs)
        if (type_kind == "object" && absents[row, k] != game_absent[game_at[i]])
            tell(file_of[row], head member[row, k] " is \"" absents[row, k] "\" when absent, in the game \"" game_absent[game_at[i]] "\"")
    }
}

function set_compare(name, items, start, is_flags,    ours, part, i, n, value) {
    ours = set_of[list "." name]
    if (ours == "")
        tell("include/teetape/schema/snap_objects.def", "lacks the values " name (list == "seven" ? " of 0.7" : ""))
    if (ours == "" || ours == "-")
        return
    n = split(items, part, "\"")
    value = is_flags ? 1 : start
    for (i = 2; i <= n; i += 2) {
        if (!((ours, tolower(part[i])) in values))
            tell("include/teetape/schema/snap_objects.def", ours ": lacks " tolower(part[i]) ", " value)
        else if (values[ours, tolower(part[i])] != value)
            tell("include/teetape/schema/snap_objects.def", ours ": " tolower(part[i]) " is " values[ours, tolower(part[i])] ", in the game " value)
        value += is_flags ? value : 1
    }
}

# A list of names, as in `Emotes = ["NORMAL", "PAIN"]`; or a set of them, `Pickups = Enum("PICKUP", [...])`; or Enums = [Enum("EMOTE", Emotes)].
function statement(text,    name, part, n, items) {
    name = text
    sub(/ =.*/, "", name)
    if (match(text, /\[.*\]/)) {
        items = substr(text, RSTART, RLENGTH)
        names[name] = items
        size[name] = split(items, part, "\"")
        size[name] = (size[name] - 1) / 2
    }
    if (text ~ /= (Enum|Flags)\("/)
        set_compare(quoted(text, 1), items, 0, text ~ /= Flags/)
    else
        while (match(text, /(Enum|Flags)\("[A-Z0-9_]+", [A-Za-z0-9]+(, -?[0-9]+)?\)/)) {
            part[0] = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
            n = split(part[0], part, /[(),] */)
            if (part[3] in names)
                set_compare(quoted(part[2], 1), names[part[3]], part[4] + 0, part[1] == "Flags")
        }
}

(list == "six" || list == "seven") && FNR == 1 {
    section = ""
    open_text = ""
    object_number = message_number = 0
}
list == "six" || list == "seven" {
    sub(/[ \t]*#.*/, "")
    while (match($0, /len\([A-Za-z0-9]+\)/)) {
        name = substr($0, RSTART + 4, RLENGTH - 5)
        $0 = substr($0, 1, RSTART - 1) size[name] substr($0, RSTART + RLENGTH)
    }
    if (/^(Objects|Messages) = /)
        section = $1
    if (section == "") {
        if (open_text != "" || /^[A-Za-z0-9]+ = (\[|Enum\(|Flags\()/) {
            open_text = open_text " " $0
            if (gsub(/[[(]/, "&", open_text) == gsub(/[])]/, "&", open_text)) {
                sub(/^ /, "", open_text)
                statement(open_text)
                open_text = ""
            }
        }
        next
    }
    if (/^\]/ && type != "")
        type_end()
    if (match($0, /Net(Object|Event|Message)(Ex)?\("[^"]+"(, "[^"]+")?/)) {
        if (type != "")
            type_end()
        head = substr($0, RSTART, RLENGTH)
        $0 = substr($0, RSTART + RLENGTH)
        type_kind = head ~ /^NetMessage/ ? "message" : "object"
        type_ident = quoted(head, 2)
        type_list = list
        type = quoted(head, 1)
        n_game = 0
        if (type_ident == "")
            type_number = type_kind == "object" ? ++object_number : ++message_number
        if (match(type, /:/)) {
            parent = substr(type, RSTART + 1)
            type = substr(type, 1, RSTART - 1)
            if (!(parent in inherits))
                tell(FILENAME, type " inherits from " parent ", which is not known")
            for (i = 1; i <= inherits[parent]; i++) {
                split(inherit[parent, i], part, SUBSEP)
                n_game++
                game_member[n_game] = part[1]
                game_count[n_game] = part[2]
                game_low[n_game] = part[3]
                game_high[n_game] = part[4]
                game_absent[n_game] = part[5]
                game_sort[n_game] = part[6]
            }
        }
    }
    while (match($0, /Net[A-Za-z]+\("m_[^)]*\)/)) {
        text = substr($0, RSTART, RLENGTH)
        $0 = substr($0, RSTART + RLENGTH)
        field(text)
        while (match($0, /^, [0-9]+\)/)) {
            game_count[n_game] *= substr($0, 3, RLENGTH - 3)
            $0 = substr($0, RLENGTH + 1)
        }
    }
    next
}

# ---- settings, tunings, commands, tiles ----

list == "settings" && /^MACRO_CONFIG_(INT|COL|STR)\(/ && /CFGFLAG_SERVER/ && !/CFGFLAG_NONTEEHISTORIC/ {
    split($0, a, /[(),] */)
    name = a[3]
    is_text = /^MACRO_CONFIG_STR/
    if (!(name in class)) {
        if (is_text)
            tell("src/msg/commands.def", "lacks the setting " name ", a text")
        else if (/CFGFLAG_GAME/)
            tell("src/msg/commands.def", "lacks the setting " name ", a number that the game plays by")
        else
            for (part_text in secret_part)
                if (index(name, part_text)) {
                    tell("src/msg/commands.def", "lacks the setting " name ", a number whose name looks like a secret")
                    break
                }
    } else if (is_text && class[name] == "NUMBER")
        tell("src/msg/commands.def", name " is a number, in the game a text")
}
list == "tunings" && /^MACRO_TUNING_PARAM\(/ {
    split($0, a, /[(),] */)
    if (known_as[a[3]] != "TT_KNOWN_TUNING")
        tell("src/msg/commands.def", "lacks the tuning " a[3])
}
list == "commands" && match($0, /(Register|_COMMAND)\("[^"]+", *"[^"]*"/) && /CFGFLAG_(SERVER|CHAT)/ {
    text = substr($0, RSTART, RLENGTH)
    name = quoted(text, 1)
    parameters = quoted(text, 2)
    if (!(name in class))
        tell("src/msg/commands.def", "lacks the command " name " \"" parameters "\"")
    else if (tolower(parameters) ~ secret && class[name] !~ /SECRET|PRIVATE/)
        tell("src/msg/commands.def", name " is " class[name] ", in the game its arguments are \"" parameters "\"")
}
list == "tiles" && /^[\t ]+(TILE|ENTITY)_[A-Z0-9_]+ = [0-9]+,/ {
    split($0, a, /[\t =,]+/)
    name = a[2]
    tile = a[3] + (name ~ /^ENTITY/ ? 191 : 0)
    sub(/^(TILE|ENTITY)_/, "", name)
    if (name != "NULL") {
        ours = name in tile_name ? tile_name[name] : name
        if (ours in tiles && tiles[ours] != tile)
            tell("include/teetape/map.h", "TT_TILE_" ours " is " tiles[ours] ", in the game " tile)
        if (!(tile in drawn))
            tell("src/paint/rule_table.c", "lacks the tile " tile ", " a[2])
    }
}

END {
    if (type != "")
        type_end()
    exit found
}
