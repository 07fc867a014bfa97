// SPDX-License-Identifier: MIT
//
// Runs the page from this folder during development: fetches the files that the command would
// embed. A finished page does not have this module.
//
//     python3 -m http.server --bind 127.0.0.1        in the folder above
//     http://127.0.0.1:8000/web/page.html?recording=../tests/recordings/dm1/client0.demo
//
// Without `recording` the page is empty. `build` names another folder than ../build/dev.

async function addBlock(url) {
    const answer = await fetch(url), reader = new FileReader(), block = document.createElement('script');
    if (!answer.ok)
        throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
    reader.readAsDataURL(await answer.blob());
    await new Promise((resolve) => reader.addEventListener('load', resolve));
    Object.assign(block, {type: 'application/octet-stream+base64', textContent: reader.result.replace(/^.*,/, '')});
    document.body.append(block);
    return block;
}

async function run() {
    const asked = new URLSearchParams(location.search), recording = asked.get('recording');
    try {
        (await addBlock(`${asked.get('build') || '../build/dev'}/web/page.wasm`)).id = 'core';
        if (recording !== null)
            (await addBlock(recording)).dataset.recording = recording.replace(/.*\//, '');
        await import('./main.js');
    } catch (error) {
        document.body.textContent = error.message;
        throw error;
    }
    return window.teetape.ready;
}

window.teetape = {ready: run()};
