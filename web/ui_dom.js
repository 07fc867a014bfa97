// SPDX-License-Identifier: MIT
//
// Helpers for the document: elements, icons, messages and texts of recordings. Texts of recordings
// are untrusted. They get into the page only through textContent within <bdi>, or through
// plainText() into an attribute.

export function byId(id) {
    return document.getElementById(id);
}

// Makes an element with a class, a text and attributes: make('p', 'small', 'text', {id: 'x'}).
export function make(tag, className = '', text = '', attributes = {}) {
    const element = document.createElement(tag);
    if (className)
        element.className = className;
    if (text)
        element.textContent = text;
    for (const name of Object.keys(attributes))
        element.setAttribute(name, attributes[name]);
    return element;
}

export function press(id, work) {
    byId(id).addEventListener('click', work);
}

// Sets a text only when it differs, because an equal one would also cause a layout and wake screen
// readers.
export function setText(element, text) {
    if (element.textContent !== text)
        element.textContent = text;
}

export function setAttribute(element, name, value) {
    const text = String(value);
    if (element.getAttribute(name) !== text)
        element.setAttribute(name, text);
}

export function setIcon(button, icon) {
    setAttribute(button.querySelector('use'), 'href', '#i-' + icon);
}

// Returns a text of a recording without control characters and without characters that change the
// writing direction, for places without <bdi>.
export function plainText(text) {
    return String(text).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '\ufffd')
        .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

// Returns plainText in direction isolates, so that it does not affect the sentence around it.
export function isolated(text) {
    return '\u2068' + plainText(text) + '\u2069';
}

// Shows a message for some seconds.
export function toast(text, isBad = false) {
    const box = byId('toasts');
    const line = make('p', isBad ? 'toast bad' : 'toast', text);
    box.append(line);
    while (box.children.length > 3)
        box.firstChild.remove();
    setTimeout(() => line.remove(), isBad ? 9000 : 3500);
}

// Sends a sentence to screen readers only.
export function announce(text) {
    byId('say').textContent = text;
}

export function sentenceOf(error) {
    return plainText(error && error.message ? error.message : error);
}

// Returns a colour of the style sheet by name, for painting into a canvas.
export function styleColor(name) {
    return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
}

// Gives a canvas the resolution of the screen. Returns screen pixels per CSS pixel.
export function sizeCanvas(canvas) {
    const ratio = Math.min(window.devicePixelRatio || 1, 3);
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    const height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
    }
    return ratio;
}

// Does what sizeCanvas does, but returns an empty 2D context that is scaled to CSS pixels.
export function fitCanvas(canvas) {
    const ratio = sizeCanvas(canvas), context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    return context;
}

// Saves bytes as a file of the user.
export function saveBlob(blob, name) {
    const link = make('a', '', '', {download: name, href: URL.createObjectURL(blob)});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
