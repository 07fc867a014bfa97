/* SPDX-License-Identifier: MIT
 *
 * Sorts the lists of a block by client: one player resembles himself more than his neighbour, and
 * zstd finds it when his values are together.
 */
#include "base/mem.h"
#include "tape/model.h"

/* Sorts the numbers of the records by client, those of a client in their order. */
static void order_make(tti_tape_encoder *e, const tape_spot *at, uint32_t count)
{
    uint32_t next[TT_CIDS] = {0}, sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        next[at[i].cid]++;
    }
    for (unsigned cid = 0; cid < TT_CIDS; cid++) {
        uint32_t own = next[cid];
        next[cid] = sum;
        sum += own;
    }
    for (uint32_t i = 0; i < count; i++) {
        e->order[next[at[i].cid]++] = i;
    }
}

/* Puts the bits of the records that have one, and which clients they are of. */
static void bits_put(tti_tape_encoder *e, unsigned number, const tape_spot *at, uint32_t count)
{
    uint8_t present[TT_CIDS] = {0};
    size_t place[TT_CIDS], size = 0, stride = (e->rows + 7) / 8;
    for (uint32_t i = 0; i < count; i++) {
        present[at[i].cid] |= at[i].has_bit;
    }
    for (unsigned cid = 0; cid < TT_CIDS; cid += 8) {
        unsigned byte = 0;
        for (unsigned i = 0; i < 8; i++) {
            byte |= (unsigned)present[cid + i] << i;
            place[cid + i] = size;
            size += present[cid + i] ? stride : 0;
        }
        tape_put(e, TAPE_PRESENT, byte);
    }
    tape_column *column = &e->column[number];
    column->size = size; /* its room is that of all clients and rows */
    tti_fill(column->data, 0, size);
    for (uint32_t i = 0; i < count; i++) {
        if (at[i].has_bit) {
            column->data[place[at[i].cid] + at[i].row / 8] |= (uint8_t)(1u << at[i].row % 8);
        }
    }
}

static void sorted_input_put(tti_tape_encoder *e, const tape_input *input)
{
    tape_put(e, TAPE_MASK, input->mask);
    if ((input->mask & TAPE_MORE) != 0) {
        tape_put(e, TAPE_MASK2, input->mask2);
    }
    unsigned fields = (input->mask & 0x3fu) | (unsigned)input->mask2 << TAPE_FIRST_FIELDS;
    for (unsigned i = 0; fields != 0; i++, fields >>= 1) {
        unsigned column = tape_field_column(i);
        if ((fields & 1) == 0) {
            continue;
        }
        if (!tape_is_aim(i)) {
            tape_put(e, column, input->field[i]);
            continue;
        }
        uint8_t aim = input->aim[i - TAPE_AIM_FIELD];
        tape_put(e, column, aim);
        if (aim >= TAPE_AIM_LOW && aim != TAPE_AIM_WIDE) {
            tape_put(e, column + 1, input->low[i - TAPE_AIM_FIELD]);
        }
    }
}

void tti_tape_sort(tti_tape_encoder *e)
{
    bits_put(e, TAPE_MOVED, e->position_at, e->positions);
    bits_put(e, TAPE_PRESSED, e->input_at, e->inputs);
    order_make(e, e->position_at, e->positions);
    for (uint32_t i = 0; i < e->positions; i++) {
        tape_put(e, TAPE_DX, e->dx_code[e->order[i]]);
        tape_put(e, TAPE_DY, e->dy_code[e->order[i]]);
    }
    order_make(e, e->input_at, e->inputs);
    for (uint32_t i = 0; i < e->inputs; i++) {
        sorted_input_put(e, &e->input_code[e->order[i]]);
    }
}
