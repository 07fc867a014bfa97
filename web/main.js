// SPDX-License-Identifier: MIT
//
// Starts the page: its module, its controls, and the first of its recordings.

import {startTeetape} from './api.js';
import {App} from './ui_app.js';
import {embeddedArt} from './files.js';
import {byId, sentenceOf, toast} from './ui_dom.js';

async function startPage(recordings) {
    const app = new App();
    window.teetape.opener = async (file) => {
        const error = await app.files.add([file]);
        if (error)
            throw error;
    };
    app.start();
    const art = await embeddedArt();
    if (art.length > 0)
        await app.useArt(art);
    app.files.embedded(recordings);
    await app.share.open();
    started();
}

// The page may contain a recording, so the prompt to open a file waits for this.
function started() {
    byId('app').classList.remove('is-starting');
}

startTeetape(startPage).catch((error) => {
    started();
    toast('The page does not work here: ' + sentenceOf(error), true);
});
