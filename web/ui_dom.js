// SPDX-License-Identifier: MIT
//
// Small help with the document: elements, icons, messages, and texts of recordings.
//
// Texts of recordings are hostile. They get into the page by textContent alone, within <bdi>, or cleaned into an
// attribute.

export function byId(id) {
    return document.getElementById(id);
}

// An element with a class, a text and attributes: make('p', 'small', 'text', {id: 'x'}).
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

// Sets a text only if it is another one: an equal text would still wake up layout and screen readers.
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

// A text of a recording for places without <bdi>: no control characters, none that turns the direction of writing.
export function plainText(text) {
    return String(text).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '\ufffd')
        .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

// The same, so that its direction does not touch that of the sentence around it.
export function isolated(text) {
    return '\u2068' + plainText(text) + '\u2069';
}

// A sentence that comes and goes.
export function toast(text, isBad = false) {
    const box = byId('toasts');
    const line = make('p', isBad ? 'toast bad' : 'toast', text);
    box.append(line);
    while (box.children.length > 3)
        box.firstChild.remove();
    setTimeout(() => line.remove(), isBad ? 9000 : 3500);
}

// A sentence for screen readers alone.
export function announce(text) {
    byId('say').textContent = text;
}

// What an exception says, as a sentence.
export function sentenceOf(error) {
    return plainText(error && error.message ? error.message : error);
}

// The colours of the style sheet by name, for what is painted into a canvas.
export function styleColor(name) {
    return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
}

// Makes the pixels of a canvas those of the screen: how many there are to a pixel of the style sheet.
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

// The same; the context of the canvas, empty, scaled so that 1 is a pixel of the style sheet.
export function fitCanvas(canvas) {
    const ratio = sizeCanvas(canvas), context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    return context;
}

// Offers bytes as a file to be kept.
export function saveBlob(blob, name) {
    const link = make('a', '', '', {download: name, href: URL.createObjectURL(blob)});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
