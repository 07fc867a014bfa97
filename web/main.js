// SPDX-License-Identifier: MIT
//
// Starts the page: its module, its controls, and the first of its recordings.

async function startPage() {
    try {
        const recordings = await startTeetape(false);
        const app = new App();
        window.teetape.opener = (file) => app.open(file);
        app.start();
        app.files.embedded(recordings);
        if (recordings.length > 0) {
            const wanted = Number(app.share.fragment().get('file')) - 1;
            await app.files.show(recordings[wanted] ? wanted : 0);
            await app.share.go();
        }
    } catch (error) {
        toast('The page does not work here: ' + sentenceOf(error), true);
    }
}

startPage();
