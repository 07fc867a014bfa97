// SPDX-License-Identifier: MIT
//
// Starts a page without controls, for tests of what is below them.

function startPage() {
    const state = document.getElementById('state');
    document.getElementById('file').addEventListener('change', async (event) => {
        try {
            await window.teetape.open(event.target.files[0]);
            state.textContent = 'open';
        } catch (error) {
            state.textContent = error.message;
        }
    });
    startTeetape().then((recordings) => { state.textContent = `${recordings.length} recordings`; },
        (error) => { state.textContent = error.message; });
}

startPage();
