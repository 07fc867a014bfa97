// SPDX-License-Identifier: MIT
//
// Draws texts with letters that the page's font lacks: with fonts of the system, into the sheet of
// texts. As in stage_text.c, letters are red, the head is blue, and the outline is green.

// How many int32_t a struct foreign of stage_text.c has.
const FOREIGN = 14;

export function paintForeignTexts(core) {
    const call = core.call, count = call.stage_foreign_take();
    if (count === 0)
        return;
    const words = core.ints(call.stage_foreign(), count * FOREIGN).slice();
    for (let i = 0; i < count; i++)
        paintForeignText(core, words.subarray(i * FOREIGN, (i + 1) * FOREIGN));
}

function paintForeignText(core, [at, size, headSize, height, x, y, width, left, top, right, bottom, ...alphas]) {
    const canvas = new OffscreenCanvas(right - left, bottom - top), context = canvas.getContext('2d');
    const bytes = core.bytes(at, size).slice(), text = core.decoder.decode(bytes);
    const head = core.decoder.decode(bytes.subarray(0, Math.min(headSize, size)));
    const px = height / 256, base = y / 256 + px * 13 / 16, color = (rgb, alpha) => `rgba(${rgb}, ${alpha / 255})`;
    context.fillStyle = '#000';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.font = `${px}px system-ui, sans-serif`;
    context.lineJoin = 'round';
    const measured = context.measureText(text).width, room = width / 256;
    const squeeze = Math.min(1, room / Math.max(measured, 1));
    context.translate(x / 256 + (room - measured * squeeze) / 2, base);
    context.scale(squeeze, 1);
    context.lineWidth = px < 18 ? 2 : px < 48 ? 4 : 8;
    context.strokeStyle = color('0, 255, 0', alphas[1]);
    if (alphas[1] > 0)
        context.strokeText(text, 0, 0);
    context.fillStyle = color('255, 0, 0', alphas[0]);
    const split = context.measureText(head).width;
    context.fillText(text.slice(head.length), split, 0);
    context.fillStyle = color('0, 0, 255', alphas[2]);
    context.fillText(head, 0, 0);
    copyToSheet(core, context.getImageData(0, 0, canvas.width, canvas.height), left, top);
}

function copyToSheet(core, {data, width, height}, left, top) {
    const at = core.call.stage_sheet(), wide = core.call.stage_sheet_width();
    for (let row = 0; row < height; row++) {
        const from = data.subarray(row * width * 4, (row + 1) * width * 4);
        core.bytes(at + ((top + row) * wide + left) * 4, width * 4).set(from);
    }
}
