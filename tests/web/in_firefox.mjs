// SPDX-License-Identifier: MIT
//
// usage: node in_firefox.mjs TEETAPE FOLDER NAME FILE... [-- NAME FILE...]...
//
// Tests of the page one after the other in one Firefox, as each start of it takes longer than most of them: NAME.mjs with these
// files, in a folder of its own below FOLDER. The Firefox and its display are those of gecko.mjs.

import {spawnSync} from 'node:child_process';
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {Firefox} from './gecko.mjs';

const [teetape, folder, ...words] = process.argv.slice(2);

// The words between those that are `--`.
function* groups(list) {
    for (let from = 0, to; from < list.length; from = to + 1) {
        to = list.includes('--', from) ? list.indexOf('--', from) : list.length;
        yield list.slice(from, to);
    }
}

const firefox = await Firefox.start(), failed = [];
try {
    for (const [name, ...files] of groups(words)) {
        const own = join(folder, name), script = fileURLToPath(new URL(name + '.mjs', import.meta.url));
        mkdirSync(own, {recursive: true});
        console.log(`== ${name}`);
        const {status} = spawnSync(process.execPath, [script, teetape, own, ...files],
            {stdio: 'inherit', env: {...process.env, TT_FIREFOX_AT: firefox.url}});
        if (status !== 0)
            failed.push(name);
    }
} finally {
    await firefox.end();
}
if (failed.length > 0) {
    console.log(`failed: ${failed.join(' ')}`);
    process.exitCode = 1;
}
