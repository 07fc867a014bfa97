// SPDX-License-Identifier: MIT
//
// Facts as lines of text.

import {clockText} from './ui_time.js';

export const GROUPS = [['chat', 'Chat'], ['deaths', 'Deaths'], ['finishes', 'Finishes'], ['saves', 'Saves'],
    ['joins', 'Joins'], ['other', 'Other']];
const GROUP_OF = {
    chat: 'chat', server_message: 'chat', death: 'deaths', kill: 'deaths', finish: 'finishes', team_finish: 'finishes',
    save: 'saves', save_failure: 'saves', load: 'saves', load_failure: 'saves', join: 'joins', leave: 'joins',
    name: 'joins',
};
// Frequent kinds of facts that viewers do not need.
const UNSHOWN = new Set(['skin', 'country', 'clan', 'version', 'name_confirm', 'spawn', 'emoticon', 'kill_request']);
const WEAPONS = {'-3': 'the game', '-2': 'itself', '-1': 'the world', 0: 'hammer', 1: 'gun', 2: 'shotgun', 3: 'grenade',
    4: 'laser', 5: 'ninja'};
const CHAT_TO = ['', ' (team)', ' (whisper)'];

export function groupOf(fact) {
    return GROUP_OF[fact.kind] || 'other';
}

// Joins at the begin of the recording are no events.
export function isShown(fact, player) {
    const isBroadcast = fact.kind === 'server_message' && fact.where === 1;
    return !UNSHOWN.has(fact.kind) && fact.tick >= player.first && !isBroadcast;
}

// Returns the name of a session at a tick, or '' while it is unknown. The name is often unknown at
// a join: then it is the first one.
function nameAt(player, session, tick) {
    const names = player.namesOf.get(session) || [], at = firstAfter(names, tick);
    return [at - 1, at, at + 1].map((i) => names[i] && names[i].name).find(Boolean) || '';
}

function nameOfCid(player, fact, cid) {
    const session = player.sessionAt(cid, fact.tick);
    return (session && nameAt(player, session.session, fact.tick)) || (cid < 0 ? '' : 'client ' + cid);
}

const SENTENCES = {
    join: () => 'joined',
    leave: (fact) => 'left' + (fact.reason ? `: ${fact.reason}` : ''),
    name: (fact) => `was ${oldNames.get(fact)} before`,
    death: () => 'died',
    kill: (fact, player) => fact.killer === fact.cid || fact.killer < 0 ? 'died'
        : `was killed by ${nameOfCid(player, fact, fact.killer)} (${WEAPONS[fact.weapon] || 'unknown weapon'})`,
    finish: (fact) => `${fact.cid < 0 ? 'somebody ' : ''}finished in ${clockText(fact.ticks, 2)}`,
    team_finish: (fact) => `team ${fact.team} finished in ${clockText(fact.ticks, 2)}`,
    save: (fact) => `team ${fact.team} was saved`,
    save_failure: (fact) => `team ${fact.team} was not saved`,
    load: (fact) => `team ${fact.team} was loaded`,
    load_failure: (fact) => `team ${fact.team} was not loaded`,
    chat: (fact) => fact.text,
    server_message: (fact) => fact.text,
    team: (fact) => fact.team ? `is in team ${fact.team}` : 'is in no team',
    login: () => 'logged in to the console',
    logout: () => 'logged out of the console',
    practice: (fact) => `team ${fact.team}: practice ${fact.on ? 'on' : 'off'}`,
    swap: (fact, player) => `swapped with ${nameOfCid(player, fact, fact.other)}`,
    command: (fact) => '/' + [fact.command, ...(Array.isArray(fact.args) ? fact.args : [])].join(' '),
    vote_start: (fact) => `vote: ${fact.description || fact.type}`,
    vote_end: (fact) => ['vote ended', 'vote passed', 'vote failed', 'vote aborted'][fact.result] || 'vote ended',
    vote: (fact) => fact.choice > 0 ? 'votes yes' : 'votes no',
    pause: (fact) => fact.on ? 'paused' : 'goes on',
    gap: (fact) => `nothing recorded for ${clockText(fact.ticks)}`,
    map: (fact) => `map ${fact.name}`,
};

// The previous name for each fact of the kind `name`.
export const oldNames = new WeakMap();

// Returns the name of a fact's player.
function whoOf(fact, player) {
    return fact.name || nameAt(player, fact.session, fact.tick) || 'client ' + fact.cid;
}

// Returns {who, text} of a fact. Both contain texts of the recording.
export function lineOf(fact, player) {
    const sentence = SENTENCES[fact.kind], about = fact.kind !== 'map' && fact.cid >= 0;
    const who = about ? whoOf(fact, player) + (CHAT_TO[fact.to] || '') : '';
    return {who, text: sentence ? sentence(fact, player) : fact.kind.replaceAll('_', ' ')};
}

// Returns the index of the first fact after `tick` in a sorted list.
export function firstAfter(facts, tick) {
    let low = 0, high = facts.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (facts[middle].tick <= tick)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
