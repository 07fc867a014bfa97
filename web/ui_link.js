// SPDX-License-Identifier: MIT
//
// The fragment of a link, whose parts are all optional:
//
//     #t=0:12,0:20&follow=NAME&play&loop&embed&speed=0.5&zoom=2&file=2
//
// `t` is a place, or two for a part. `follow` is a name; a client id is what pages before 0.3 wrote. `zoom` is the number
// at the buttons of the picture. `file` is the number of a recording inside of the page, or a path on its host.

// Escapes the marks before which chat programs end an address.
const MARKS = /[!'()*]/g;

function positive(text) {
    const number = Number(text);
    return number > 0 && number < Infinity ? number : null;
}

// Reads a fragment. Texts that are absent are '', numbers that are absent or wrong are null.
export function readLink(hash) {
    const words = new URLSearchParams(hash.slice(1).replaceAll('+', '%2B')); // a + of a zone is no blank
    const [from, to = ''] = (words.get('t') || '').split(',');
    return {
        from, to, follow: words.get('follow') || '', file: words.get('file') || '',
        play: words.has('play'), loop: words.has('loop'), embed: words.has('embed'),
        speed: positive(words.get('speed')), zoom: positive(words.get('zoom')),
    };
}

function encode(text) {
    return encodeURIComponent(text).replaceAll('%2F', '/').replace(MARKS, (mark) => '%' + mark.charCodeAt(0).toString(16));
}

// Writes the fragment of a link, without the parts that are empty.
export function writeLink({from, to = '', follow = '', file = '', play = false, loop = false, speed = 1, zoom = 1}) {
    const words = ['t=' + from + (to && ',' + to), follow && 'follow=' + encode(follow), play && 'play',
        loop && 'loop', speed !== 1 && 'speed=' + speed, zoom !== 1 && 'zoom=' + zoom, file && 'file=' + encode(file)];
    return '#' + words.filter(Boolean).join('&');
}
