/* SPDX-License-Identifier: MIT
 *
 * Finds where each client begins in the columns by client. The bits, the ops and the masks say how
 * many values a client has, so no counts are stored.
 */
#include "tape/model.h"

static size_t size_of(const tape_columns *c, unsigned column)
{
    return (size_t)(c->end[column] - c->at[column]);
}

/* Adds the INPUT_DIFFs among the ops to `count`. */
static bool ops_count(const tape_columns *c, uint32_t count[TT_CIDS])
{
    const uint8_t *cid = c->at[TAPE_CID];
    for (const uint8_t *kind = c->at[TAPE_KIND]; kind < c->end[TAPE_KIND]; kind++) {
        const char *fields = tape_op_fields(*kind);
        bool is_input = *kind == TAPE_OP_INPUT_DIFF;
        if (!is_input && (fields == NULL || fields[0] != 'c')) {
            continue;
        }
        if (cid == c->end[TAPE_CID] || (is_input && *cid >= TT_CIDS)) {
            return false;
        }
        count[*cid % TT_CIDS] += is_input;
        cid++;
    }
    return true;
}

static unsigned ones(unsigned byte)
{
    unsigned count = 0;
    for (; byte != 0; byte &= byte - 1) {
        count++;
    }
    return count;
}

/* Reads which clients are present, and adds the number of their bits to `count`. */
static bool bits_count(tape_columns *c, unsigned which, uint32_t count[TT_CIDS])
{
    const uint8_t *present = c->at[TAPE_PRESENT] + which * TAPE_PRESENT_SIZE / 2;
    const uint8_t *bits = c->at[TAPE_MOVED + which];
    unsigned clients = 0, unused = c->rows % 8 == 0 ? 0 : 0xffu << c->rows % 8 & 0xff;
    for (unsigned cid = 0; cid < TT_CIDS; cid++) {
        if ((present[cid / 8] >> cid % 8 & 1) != 0) {
            c->client[which][clients++] = (uint8_t)cid;
        }
    }
    c->clients[which] = clients;
    if (size_of(c, TAPE_MOVED + which) != clients * c->stride) {
        return false;
    }
    for (unsigned i = 0; i < clients; i++) {
        for (size_t k = 0; k < c->stride; k++) {
            count[c->client[which][i]] += ones(*bits++);
        }
        if ((bits[-1] & unused) != 0) {
            return false;
        }
    }
    return true;
}

/* Passes over one value of a column by client. */
static bool value_pass(const tape_columns *c, unsigned column, size_t used[TAPE_COLUMNS])
{
    return used[column]++ < size_of(c, column);
}

static bool aim_pass(const tape_columns *c, unsigned column, size_t used[TAPE_COLUMNS])
{
    if (used[column] == size_of(c, column)) {
        return false;
    }
    uint8_t code = c->at[column][used[column]++];
    return code < TAPE_AIM_LOW || code == TAPE_AIM_WIDE || value_pass(c, column + 1, used);
}

/* Passes over one INPUT_DIFF. `*again` says whether another follows directly. */
static bool input_pass(const tape_columns *c, size_t used[TAPE_COLUMNS], bool *again)
{
    if (used[TAPE_MASK] == size_of(c, TAPE_MASK)) {
        return false;
    }
    unsigned mask = c->at[TAPE_MASK][used[TAPE_MASK]++], fields = mask & 0x3f;
    *again = (mask & TAPE_AGAIN) != 0;
    if ((mask & TAPE_MORE) != 0) {
        if (used[TAPE_MASK2] == size_of(c, TAPE_MASK2)) {
            return false;
        }
        unsigned mask2 = c->at[TAPE_MASK2][used[TAPE_MASK2]++];
        if (mask2 > 0xf) {
            return false;
        }
        fields |= mask2 << TAPE_FIRST_FIELDS;
    }
    bool is_good = true;
    for (unsigned i = 0; fields != 0; i++, fields >>= 1) {
        unsigned column = tape_field_column(i);
        if ((fields & 1) != 0) {
            is_good &= tape_is_aim(i) ? aim_pass(c, column, used) : value_pass(c, column, used);
        }
    }
    return is_good;
}

static bool inputs_find(tape_columns *c, const uint32_t count[TT_CIDS])
{
    size_t used[TAPE_COLUMNS] = {0};
    for (unsigned cid = 0; cid < TT_CIDS; cid++) {
        for (unsigned i = TAPE_MASK; i < TAPE_COLUMNS; i++) {
            c->of[i][cid] = c->at[i] + used[i];
        }
        for (uint32_t left = count[cid]; left > 0; left--) {
            for (bool again = true; again;) {
                if (!input_pass(c, used, &again)) {
                    return false;
                }
            }
        }
    }
    for (unsigned i = TAPE_MASK; i < TAPE_COLUMNS; i++) {
        if (used[i] != size_of(c, i)) {
            return false;
        }
    }
    return true;
}

bool tti_tape_unsort(tape_columns *c)
{
    uint32_t moves[TT_CIDS] = {0}, inputs[TT_CIDS] = {0};
    c->stride = (c->rows + 7) / 8;
    if (size_of(c, TAPE_PRESENT) != TAPE_PRESENT_SIZE || !bits_count(c, 0, moves) ||
        !bits_count(c, 1, inputs) || !ops_count(c, inputs)) {
        return false;
    }
    size_t sum = 0;
    for (unsigned cid = 0; cid < TT_CIDS; cid++) {
        c->of[TAPE_DX][cid] = c->at[TAPE_DX] + sum;
        c->of[TAPE_DY][cid] = c->at[TAPE_DY] + sum;
        sum += moves[cid];
        if (sum > size_of(c, TAPE_DX)) {
            return false;
        }
    }
    return sum == size_of(c, TAPE_DX) && sum == size_of(c, TAPE_DY) && inputs_find(c, inputs);
}
