/* SPDX-License-Identifier: MIT
 *
 * Tests of the parts of index files: written and read again, and refused when anything is wrong.
 */
#include <stdlib.h>
#include <string.h>

#include "cm.h"
#include "demo/demo.h"
#include "recording/index_entry.h"
#include "teetape/index.h"

/* A made-up index: this many blocks of 1000 bytes, and an access point in every second one. */
enum { BLOCKS = 5, ACCESS_POINTS = 2, STATE = 40, FACTS = 30 };

struct made {
    tt_index_foot foot;
    uint8_t tables[BLOCKS * TT_INDEX_BLOCK_SIZE + ACCESS_POINTS * TT_INDEX_ACCESS_POINT_SIZE];
    uint64_t size; /* of the file */
};

static tt_index_block block_of(uint32_t i)
{
    return (tt_index_block){
        .begin = 100 + 1000 * (uint64_t)i,
        .end = i + 1 < BLOCKS ? 1100 + 1000 * (uint64_t)i : 5000,
        .place = TT_INDEX_HEAD_SIZE + (uint64_t)(STATE + FACTS) * i,
        .state_size = STATE,
        .facts_size = FACTS,
        .state_hash = UINT64_C(0x1111111111111111) * i,
        .facts_hash = UINT64_C(0x2222222222222222) + i,
        .raw_hash = UINT64_C(0x3333333333333333) + i,
        .first_session = i,
        .tick = (int32_t)(i / 2 * 100),
        .kinds = i | UINT64_C(1) << 63,
        .errors = i / 4,
        .warnings = i / 3,
        .fact_count = 2,
    };
}

static tt_index_access_point point_of(uint32_t i)
{
    return (tt_index_access_point){
        .raw = 1000 + 2000 * (uint64_t)i,
        .stored = 10 + 20 * (uint64_t)i,
        .bits = (uint8_t)(3 + i),
        .window_size = 32768,
        .place = 20 + i,
        .packed_size = 77,
        .packed_hash = UINT64_C(0xfedcba9876543210),
    };
}

static void seal(struct made *m)
{
    m->foot.tables_hash = tt_index_hash((tt_bytes){m->tables, sizeof m->tables});
}

static struct made make(void)
{
    struct made m = {.foot = {.tables = TT_INDEX_HEAD_SIZE + (STATE + FACTS) * BLOCKS,
                              .blocks = BLOCKS,
                              .access_points = ACCESS_POINTS,
                              .format = TT_FORMAT_TEEHISTORIAN,
                              .header_size = 100,
                              .header_hash = 42,
                              .indexed = 5000,
                              .stored = 6000,
                              .sessions = 9,
                              .errors = 1,
                              .warnings = 2,
                              .first_tick = 3,
                              .last_tick = 250,
                              .codec = TT_INDEX_GZIP,
                              .ending = TT_INDEX_DAMAGED,
                              .facts = {[0] = 9, [63] = UINT32_MAX}}};
    tt_packer p = tt_packer_of(m.tables, sizeof m.tables);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        tt_index_block block = block_of(i);
        tt_index_block_pack(&p, &block);
    }
    for (uint32_t i = 0; i < ACCESS_POINTS; i++) {
        tt_index_access_point point = point_of(i);
        tti_index_access_point_pack(&p, &point);
    }
    assert_int_equal(p.status, TT_OK);
    assert_int_equal(tt_packer_bytes(&p).size, sizeof m.tables);
    seal(&m);
    m.size = m.foot.tables + sizeof m.tables + TT_INDEX_FOOT_SIZE;
    return m;
}

static tt_bytes tables_of(const struct made *m)
{
    return (tt_bytes){m->tables, sizeof m->tables};
}

static void head(void **state)
{
    (void)state;
    uint8_t bytes[TT_INDEX_HEAD_SIZE + 1] = {0};
    tt_packer p = tt_packer_of(bytes, TT_INDEX_HEAD_SIZE);
    tt_index_head_pack(&p);
    assert_int_equal(p.status, TT_OK);
    assert_memory_equal(bytes, "TTIDX\r\n\x1a\3\0\0\0\0\0\0\0", TT_INDEX_HEAD_SIZE);
    for (size_t size = 0; size <= sizeof bytes; size++) {
        assert_int_equal(tti_index_head_check((tt_bytes){bytes, size}),
                         size == TT_INDEX_HEAD_SIZE ? TT_OK : TT_ERR_INDEX);
    }
    for (size_t i = 0; i < TT_INDEX_HEAD_SIZE * 8; i++) {
        bytes[i / 8] ^= (uint8_t)(1u << (i % 8));
        int is_old = bytes[8] == 1 || bytes[8] == 2; /* one bit of the version is another */
        assert_int_equal(tti_index_head_check((tt_bytes){bytes, TT_INDEX_HEAD_SIZE}),
                         is_old ? TT_ERR_INDEX_OLD : TT_ERR_INDEX);
        bytes[i / 8] ^= (uint8_t)(1u << (i % 8));
    }
}

static void foot(void **state)
{
    (void)state;
    struct made m = make();
    tt_index_foot have;
    uint8_t bytes[TT_INDEX_FOOT_SIZE];
    tt_bytes all = {bytes, sizeof bytes};
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    tt_index_foot_pack(&p, &m.foot);
    assert_int_equal(p.status, TT_OK);
    assert_int_equal(tt_index_foot_unpack(&have, all, m.size), TT_OK);
    assert_int_equal(have.tables, m.foot.tables);
    assert_int_equal(have.blocks, BLOCKS);
    assert_int_equal(have.access_points, ACCESS_POINTS);
    assert_int_equal(have.tables_hash, m.foot.tables_hash);
    assert_int_equal(have.format, TT_FORMAT_TEEHISTORIAN);
    assert_int_equal(have.header_size, 100);
    assert_int_equal(have.header_hash, 42);
    assert_int_equal(have.indexed, 5000);
    assert_int_equal(have.stored, 6000);
    assert_int_equal(have.sessions, 9);
    assert_int_equal(have.errors, 1);
    assert_int_equal(have.warnings, 2);
    assert_int_equal(have.first_tick, 3);
    assert_int_equal(have.last_tick, 250);
    assert_int_equal(have.codec, TT_INDEX_GZIP);
    assert_int_equal(have.ending, TT_INDEX_DAMAGED);
    assert_memory_equal(have.facts, m.foot.facts, sizeof have.facts);
    /* another size of the file, a part of it, and any bit */
    assert_int_equal(tt_index_foot_unpack(&have, all, m.size + 1), TT_ERR_INDEX);
    assert_int_equal(tt_index_foot_unpack(&have, all, m.size - 1), TT_ERR_INDEX);
    assert_int_equal(tt_index_foot_unpack(&have, all, 0), TT_ERR_INDEX);
    all.size--;
    assert_int_equal(tt_index_foot_unpack(&have, all, m.size), TT_ERR_INDEX);
    all.size++;
    for (size_t i = 0; i < sizeof bytes * 8; i++) {
        bytes[i / 8] ^= (uint8_t)(1u << (i % 8));
        assert_int_equal(tt_index_foot_unpack(&have, all, m.size), TT_ERR_INDEX);
        bytes[i / 8] ^= (uint8_t)(1u << (i % 8));
    }
}

/* A foot with the right sum that cannot be. */
static void check_refused_foot(const tt_index_foot *foot, uint64_t size)
{
    tt_index_foot have;
    uint8_t bytes[TT_INDEX_FOOT_SIZE];
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    tt_index_foot_pack(&p, foot);
    assert_int_equal(tt_index_foot_unpack(&have, (tt_bytes){bytes, sizeof bytes}, size),
                     TT_ERR_INDEX);
}

static void hostile_feet(void **state)
{
    (void)state;
    struct made m = make();
    tt_index_foot f = m.foot;
#define REFUSED(change)                                                                            \
    do {                                                                                           \
        f = m.foot;                                                                                \
        change;                                                                                    \
        check_refused_foot(&f, m.size);                                                            \
    } while (0)
    REFUSED(f.blocks++);
    REFUSED(f.blocks = UINT32_MAX);
    REFUSED(f.access_points = UINT32_MAX);
    REFUSED(f.tables++);
    REFUSED(f.tables = UINT64_MAX);
    REFUSED(f.header_size = 16);
    REFUSED(f.indexed = 99);
    REFUSED(f.last_tick = -1);
    REFUSED(f.first_tick = -2);
    REFUSED(f.first_tick = 251);
    REFUSED(f.format = TT_FORMAT_UNKNOWN);
    REFUSED(f.format = TT_FORMATS);
    REFUSED(f.sessions = f.tables / 7 + 1);
    REFUSED(f.codec = TT_INDEX_CODECS);
    REFUSED(f.ending = TT_INDEX_ENDINGS);
    REFUSED((f.blocks = 0, f.tables += BLOCKS * TT_INDEX_BLOCK_SIZE));
#undef REFUSED
}

static void tables(void **state)
{
    (void)state;
    struct made m = make();
    assert_int_equal(tt_index_tables_size(&m.foot), sizeof m.tables);
    assert_int_equal(tt_index_tables_check(&m.foot, tables_of(&m)), TT_OK);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        tt_index_block want = block_of(i), have = tt_index_block_at(&m.foot, tables_of(&m), i);
        assert_int_equal(have.begin, want.begin);
        assert_int_equal(have.end, want.end);
        assert_int_equal(have.place, want.place);
        assert_int_equal(have.state_size, want.state_size);
        assert_int_equal(have.facts_size, want.facts_size);
        assert_int_equal(have.state_hash, want.state_hash);
        assert_int_equal(have.facts_hash, want.facts_hash);
        assert_int_equal(have.raw_hash, want.raw_hash);
        assert_int_equal(have.first_session, want.first_session);
        assert_int_equal(have.tick, want.tick);
        assert_int_equal(have.kinds, want.kinds);
        assert_int_equal(have.errors, want.errors);
        assert_int_equal(have.warnings, want.warnings);
        assert_int_equal(have.fact_count, want.fact_count);
    }
    for (uint32_t i = 0; i < ACCESS_POINTS; i++) {
        tt_index_access_point want = point_of(i);
        tt_index_access_point have = tti_index_access_point_at(&m.foot, tables_of(&m), i);
        assert_int_equal(have.raw, want.raw);
        assert_int_equal(have.stored, want.stored);
        assert_int_equal(have.bits, want.bits);
        assert_int_equal(have.window_size, want.window_size);
        assert_int_equal(have.place, want.place);
        assert_int_equal(have.packed_size, want.packed_size);
        assert_int_equal(have.packed_hash, want.packed_hash);
    }
    for (size_t i = 0; i < sizeof m.tables * 8; i++) {
        m.tables[i / 8] ^= (uint8_t)(1u << (i % 8));
        assert_int_equal(tt_index_tables_check(&m.foot, tables_of(&m)), TT_ERR_INDEX);
        m.tables[i / 8] ^= (uint8_t)(1u << (i % 8));
    }
    assert_int_equal(tt_index_tables_check(&m.foot, (tt_bytes){m.tables, sizeof m.tables - 1}),
                     TT_ERR_INDEX);
}

/* An entry that cannot be, under a right sum. */
static void check_refused_block(uint32_t i, const tt_index_block *block)
{
    struct made m = make();
    tt_packer p = tt_packer_of(m.tables + i * TT_INDEX_BLOCK_SIZE, TT_INDEX_BLOCK_SIZE);
    tt_index_block_pack(&p, block);
    seal(&m);
    assert_int_equal(tt_index_tables_check(&m.foot, tables_of(&m)), TT_ERR_INDEX);
}

static void hostile_blocks(void **state)
{
    (void)state;
    struct made m = make();
    tt_index_block b;
#define REFUSED(i, change)                                                                         \
    do {                                                                                           \
        b = block_of(i);                                                                           \
        change;                                                                                    \
        check_refused_block(i, &b);                                                                \
    } while (0)
    REFUSED(0, b.begin = 101); /* not after the header */
    REFUSED(0, b.begin = 99);
    REFUSED(1, b.begin = 100); /* not after the one before */
    REFUSED(1, b.begin = 2101);
    REFUSED(4, b.begin = 5001);
    REFUSED(4, b.begin = UINT64_MAX);
    REFUSED(2, b.place = m.foot.tables - STATE - FACTS + 1);
    REFUSED(2, b.place = m.foot.tables + 1);
    REFUSED(2, b.place = UINT64_MAX);
    REFUSED(2, b.place = TT_INDEX_HEAD_SIZE - 1);
    REFUSED(2, b.state_size = UINT32_MAX);
    REFUSED(2, b.facts_size = UINT32_MAX);
    REFUSED(2, b.tick = 251);
    REFUSED(2, b.tick = -1);
    REFUSED(3, b.tick = 99);
    REFUSED(2, b.first_session = 10);
    REFUSED(2, b.first_session = 0);
    REFUSED(4, b.errors = 2);
    REFUSED(4, b.errors = 0; b.warnings = 0);
#undef REFUSED
    /* an interval that is too long */
    m.foot.indexed = 4100 + TT_INDEX_INTERVAL_MAX;
    m.foot.stored = m.foot.indexed;
    assert_int_equal(tt_index_tables_check(&m.foot, tables_of(&m)), TT_OK);
    m.foot.indexed++;
    assert_int_equal(tt_index_tables_check(&m.foot, tables_of(&m)), TT_ERR_INDEX);
}

static void hostile_access_points(void **state)
{
    (void)state;
    tt_index_access_point r;
#define REFUSED(i, change)                                                                         \
    do {                                                                                           \
        struct made m = make();                                                                    \
        tt_packer p =                                                                              \
            tt_packer_of(m.tables + BLOCKS * TT_INDEX_BLOCK_SIZE + (i)*TT_INDEX_ACCESS_POINT_SIZE, \
                         TT_INDEX_ACCESS_POINT_SIZE);                                              \
        r = point_of(i);                                                                           \
        change;                                                                                    \
        tti_index_access_point_pack(&p, &r);                                                       \
        seal(&m);                                                                                  \
        assert_int_equal(tt_index_tables_check(&m.foot, tables_of(&m)), TT_ERR_INDEX);             \
    } while (0)
    REFUSED(1, r.raw = 1000);
    REFUSED(1, r.raw = 5001);
    REFUSED(1, r.stored = 10);
    REFUSED(1, r.stored = 6001);
    REFUSED(0, r.bits = 8);
    REFUSED(0, r.window_size = 32769);
    REFUSED(0, r.packed_size = TT_INDEX_PACKED_MAX + 1);
    REFUSED(0, r.place = 15);
    REFUSED(0, r.place = UINT64_MAX - 10);
    REFUSED(0, r.place = TT_INDEX_HEAD_SIZE + (STATE + FACTS) * BLOCKS - 76);
#undef REFUSED
}

/* The ticks of the blocks are 0 0 100 100 200. */
static void find(void **state)
{
    (void)state;
    static const int32_t want[][2] = {{INT32_MIN, 0}, {-1, 0},  {0, 0},   {1, 1},   {99, 1},
                                      {100, 1},       {101, 3}, {200, 3}, {201, 4}, {INT32_MAX, 4}};
    struct made m = make();
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        assert_int_equal(tt_index_find(&m.foot, tables_of(&m), want[i][0]), want[i][1]);
    }
    assert_int_equal(tti_index_access_point_find(&m.foot, tables_of(&m), 999), 0);
    assert_int_equal(tti_index_access_point_find(&m.foot, tables_of(&m), 1000), 1);
    assert_int_equal(tti_index_access_point_find(&m.foot, tables_of(&m), 2999), 1);
    assert_int_equal(tti_index_access_point_find(&m.foot, tables_of(&m), 3000), 2);
    assert_int_equal(tti_index_access_point_find(&m.foot, tables_of(&m), UINT64_MAX), 2);
}

/* The first block of a demo begins after its map. */
static void first_block(void **state)
{
    (void)state;
    struct made m = make();
    m.foot.header_size = 60;
    assert_int_equal(tt_index_tables_check(&m.foot, tables_of(&m)), TT_ERR_INDEX);
    m.foot.format = TT_FORMAT_DEMO;
    assert_int_equal(tt_index_tables_check(&m.foot, tables_of(&m)), TT_OK);
    m.foot.header_size = 101;
    assert_int_equal(tt_index_tables_check(&m.foot, tables_of(&m)), TT_ERR_INDEX);
}

/* The first bytes of a recording of each format: as many as the header has, or more. */
static void header(void **state)
{
    (void)state;
    static const struct {
        tt_format format;
        const uint8_t *magic;
        size_t size;
    } formats[] = {
        {TT_FORMAT_TEEHISTORIAN, tt_th_magic.bytes, sizeof tt_th_magic.bytes},
        {TT_FORMAT_DEMO, tti_demo_magic, TT_DEMO_MAGIC_SIZE},
    };
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        uint8_t file[40] = {0};
        memcpy(file, formats[i].magic, formats[i].size);
        tt_index_foot f = {.format = formats[i].format,
                           .header_size = 30,
                           .header_hash = tt_index_hash((tt_bytes){file, 30})};
        for (size_t size = 0; size <= sizeof file; size++) {
            assert_int_equal(tt_index_header_check(&f, (tt_bytes){file, size}),
                             size < 30 ? TT_ERR_INDEX_OTHER : TT_OK);
        }
        for (size_t at = 0; at < sizeof file; at++) {
            file[at] ^= 1;
            assert_int_equal(tt_index_header_check(&f, (tt_bytes){file, sizeof file}),
                             at < 30 ? TT_ERR_INDEX_OTHER : TT_OK);
            file[at] ^= 1;
        }
        f.format = formats[1 - i].format;
        assert_int_equal(tt_index_header_check(&f, (tt_bytes){file, sizeof file}),
                         TT_ERR_INDEX_OTHER);
    }
}

/* A fact of a kind whose fields are all filled in, as far as they can be. */
static tt_fact fact_of(tt_fact_kind kind)
{
    static const uint8_t strings[] = "one\0two";
    const tt_type *type = tt_fact_type(kind);
    tt_fact fact;
    memset(&fact, 0, sizeof fact);
    fact.kind = kind;
    fact.tick = 10 + (int32_t)kind;
    fact.cid = (int32_t)kind - 1;
    fact.session = kind % 2 == 0 ? TT_SESSION_NONE : 7;
    fact.offset = 1000 + 10 * (uint64_t)kind;
    for (size_t i = 0; i < type->field_count; i++) {
        void *at = (uint8_t *)&fact.u + type->fields[i].offset;
        switch (type->fields[i].type) {
        case TT_TYPE_TEXT:
        case TT_TYPE_DATA:
            *(tt_bytes *)at = (tt_bytes){strings, 3 + i};
            break;
        case TT_TYPE_UUID:
            memset(at, 0xab, sizeof(tt_uuid));
            break;
        case TT_TYPE_TEXTS:
            *(tt_texts *)at = (tt_texts){2, {strings, sizeof strings}};
            break;
        case TT_TYPE_INT:
            *(int32_t *)at = i % 2 == 0 ? -2147483647 - 1 : 2147483647;
            break;
        default:
            *(int32_t *)at = 1;
            break;
        }
    }
    return fact;
}

static void same_field(const tt_field *field, const void *a, const void *b)
{
    const tt_texts *x = a, *y = b;
    switch (field->type) {
    case TT_TYPE_TEXT:
    case TT_TYPE_DATA:
        assert_true(tt_bytes_equal(*(const tt_bytes *)a, *(const tt_bytes *)b));
        break;
    case TT_TYPE_UUID:
        assert_memory_equal(a, b, sizeof(tt_uuid));
        break;
    case TT_TYPE_TEXTS:
        assert_int_equal(x->count, y->count);
        assert_true(tt_bytes_equal(x->packed, y->packed));
        break;
    default:
        assert_int_equal(*(const int32_t *)a, *(const int32_t *)b);
        break;
    }
}

static void same_fact(const tt_fact *a, const tt_fact *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->tick, b->tick);
    assert_int_equal(a->cid, b->cid);
    assert_int_equal(a->session, b->session);
    assert_int_equal(a->offset, b->offset);
    const tt_type *type = tt_fact_type(a->kind);
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        same_field(field, tt_field_of(field, &a->u), tt_field_of(field, &b->u));
    }
}

static const tt_index_block some_block = {.begin = 1000, .end = 2000, .tick = 10};
static const tt_index_foot some_foot = {.format = TT_FORMAT_TEEHISTORIAN, .sessions = 8};

/* Every kind comes back as it was; any cut is an error or an end, and an error remains. */
static void facts(void **state)
{
    (void)state;
    uint8_t bytes[TT_FACT_KINDS * TT_INDEX_FACT_MAX];
    size_t ends[TT_FACT_KINDS + 1] = {0};
    tt_fact have;
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    for (unsigned kind = 0; kind < TT_FACT_KINDS; kind++) {
        tt_fact fact = fact_of((tt_fact_kind)kind);
        tt_index_fact_pack(&p, &fact);
        assert_int_equal(p.status, TT_OK);
        ends[kind + 1] = tt_packer_bytes(&p).size;
    }
    tt_unpacker u = tt_unpacker_of(bytes, tt_packer_bytes(&p).size);
    for (unsigned kind = 0; kind < TT_FACT_KINDS; kind++) {
        tt_fact fact = fact_of((tt_fact_kind)kind);
        assert_int_equal(tt_index_fact_next(&u, &some_foot, &some_block, &have), TT_OK);
        same_fact(&fact, &have);
    }
    assert_int_equal(tt_index_fact_next(&u, &some_foot, &some_block, &have), TT_END);
    assert_int_equal(tt_index_fact_next(&u, &some_foot, &some_block, &have), TT_END);
    unsigned whole = 0;
    for (size_t size = 0; size < tt_packer_bytes(&p).size; size++) {
        whole += size == ends[whole + 1];
        u = tt_unpacker_of(bytes, size);
        tt_status status;
        while ((status = tt_index_fact_next(&u, &some_foot, &some_block, &have)) == TT_OK) {
        }
        assert_int_equal(status, size == ends[whole] ? TT_END : TT_ERR_INDEX);
        assert_int_equal(tt_index_fact_next(&u, &some_foot, &some_block, &have), status);
    }
}

/* A text is cut between two characters, strings between two strings. */
static void long_text(void **state)
{
    (void)state;
    uint8_t text[1000], bytes[TT_INDEX_FACT_MAX];
    tt_fact fact = fact_of(TT_FACT_COMMAND), have;
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = i % 2 == 0 ? 0xc3 : 0xa4; /* a-umlaut */
    }
    fact.u.command.name = (tt_bytes){text, sizeof text};
    text[99] = text[199] = text[299] = 0;
    fact.u.command.args = (tt_texts){3, {text, 300}};
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    tt_index_fact_pack(&p, &fact);
    assert_int_equal(p.status, TT_OK);
    tt_unpacker u = tt_unpacker_of(bytes, tt_packer_bytes(&p).size);
    assert_int_equal(tt_index_fact_next(&u, &some_foot, &some_block, &have), TT_OK);
    assert_int_equal(have.u.command.name.size, 254);
    assert_memory_equal(have.u.command.name.data, text, 254);
    assert_int_equal(have.u.command.args.count, 2);
    assert_int_equal(have.u.command.args.packed.size, 200);
}

static tt_status first_of(const uint8_t *bytes, size_t size, tt_index_block block, tt_fact *have)
{
    tt_unpacker u = tt_unpacker_of(bytes, size);
    return tt_index_fact_next(&u, &some_foot, &block, have);
}

/* The first byte is the kind, the fourth the client id. */
static void hostile_facts(void **state)
{
    (void)state;
    uint8_t bytes[2 * TT_INDEX_FACT_MAX];
    tt_index_block block = some_block;
    tt_fact have, first = fact_of(TT_FACT_SWAP), second = fact_of(TT_FACT_JOIN);
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    tt_index_fact_pack(&p, &first);
    tt_index_fact_pack(&p, &second);
    size_t size = tt_packer_bytes(&p).size;
    bytes[0] = 63; /* of a later version */
    assert_int_equal(first_of(bytes, size, block, &have), TT_OK);
    assert_int_equal(have.kind, TT_FACT_JOIN);
    bytes[0] = 64; /* no kind at all */
    assert_int_equal(first_of(bytes, size, block, &have), TT_ERR_INDEX);
    bytes[0] = TT_FACT_SWAP;
    bytes[3] = 128;
    assert_int_equal(first_of(bytes, size, block, &have), TT_ERR_INDEX);
    bytes[3] = 0;
    block.tick = first.tick + 1; /* before the block */
    assert_int_equal(first_of(bytes, size, block, &have), TT_ERR_INDEX);
    block.tick = 10;
    first.session = some_foot.sessions; /* none that there is */
    p = tt_packer_of(bytes, sizeof bytes);
    tt_index_fact_pack(&p, &first);
    assert_int_equal(first_of(bytes, size, block, &have), TT_ERR_INDEX);
    first.session = 0;
    p = tt_packer_of(bytes, sizeof bytes);
    tt_index_fact_pack(&p, &first);
    assert_int_equal(first_of(bytes, size, block, &have), TT_OK);
    block.end = first.offset - 1; /* after the interval */
    assert_int_equal(first_of(bytes, size, block, &have), TT_ERR_INDEX);
    first.u.swap.other = TT_CIDS; /* no client id */
    p = tt_packer_of(bytes, sizeof bytes);
    tt_index_fact_pack(&p, &first);
    assert_int_equal(first_of(bytes, tt_packer_bytes(&p).size, some_block, &have), TT_ERR_INDEX);
}

/* Callers keep something for each client: a fact that makes them do so has one. Others may be about
 * nobody. */
static void facts_without_client(void **state)
{
    static const tt_fact_kind of_client[] = {TT_FACT_JOIN, TT_FACT_LEAVE, TT_FACT_NAME,
                                             TT_FACT_TEAM, TT_FACT_SPAWN, TT_FACT_DEATH};
    (void)state;
    for (unsigned kind = 0; kind < TT_FACT_KINDS; kind++) {
        uint8_t bytes[TT_INDEX_FACT_MAX + 4];
        tt_fact have, fact = fact_of((tt_fact_kind)kind);
        tt_status want = TT_OK;
        for (size_t i = 0; i < sizeof of_client / sizeof of_client[0]; i++) {
            want = of_client[i] == fact.kind ? TT_ERR_INDEX : want;
        }
        fact.cid = -1;
        tt_packer p = tt_packer_of(bytes, sizeof bytes);
        tt_index_fact_pack(&p, &fact);
        size_t size = tt_packer_bytes(&p).size;
        assert_int_equal(first_of(bytes, size, some_block, &have), want);
    }
}

/* Ticks of a demo may go back, and there are facts before the first one. */
static void ticks_of_demos(void **state)
{
    (void)state;
    tt_index_foot foot = {.format = TT_FORMAT_DEMO};
    for (int32_t tick = -2; tick < 12; tick += 1) {
        uint8_t bytes[TT_INDEX_FACT_MAX];
        tt_fact have, fact = fact_of(TT_FACT_MAP);
        fact.tick = tick;
        tt_packer p = tt_packer_of(bytes, sizeof bytes);
        tt_index_fact_pack(&p, &fact);
        tt_bytes all = tt_packer_bytes(&p);
        tt_unpacker u = tt_unpacker_of(all.data, all.size);
        assert_int_equal(tt_index_fact_next(&u, &foot, &some_block, &have),
                         tick >= -1 ? TT_OK : TT_ERR_INDEX);
        assert_int_equal(first_of(bytes, all.size, some_block, &have),
                         tick >= some_block.tick ? TT_OK : TT_ERR_INDEX);
    }
}

/* Of a fact with fewer fields the others are zeros, and fields that are not known are passed over.
 */
static void other_fields(void **state)
{
    (void)state;
    uint8_t bytes[2 * TT_INDEX_FACT_MAX];
    tt_fact have, fact = fact_of(TT_FACT_MAP);
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    fact.u.map.sha256 = (tt_bytes){NULL, 0};
    tt_index_fact_pack(&p, &fact);
    size_t size = tt_packer_bytes(&p).size;
    bytes[1]--; /* the size of the rest: the last field is a byte */
    assert_int_equal(first_of(bytes, size - 1, some_block, &have), TT_OK);
    same_fact(&fact, &have);
    bytes[1] += 3;
    bytes[size] = bytes[size + 1] = 0xff;
    assert_int_equal(first_of(bytes, size + 2, some_block, &have), TT_OK);
    same_fact(&fact, &have);
}

/* An index of version 1 is distinguished from one that is damaged. */
static void old_version(void **state)
{
    (void)state;
    uint8_t bytes[TT_INDEX_HEAD_SIZE];
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    tt_index_head_pack(&p);
    bytes[8] = 1;
    assert_int_equal(tti_index_head_check((tt_bytes){bytes, sizeof bytes}), TT_ERR_INDEX_OLD);
    bytes[8] = TT_INDEX_VERSION + 1;
    assert_int_equal(tti_index_head_check((tt_bytes){bytes, sizeof bytes}), TT_ERR_INDEX);
    bytes[8] = 1;
    bytes[0] ^= 1;
    assert_int_equal(tti_index_head_check((tt_bytes){bytes, sizeof bytes}), TT_ERR_INDEX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(head),           cmocka_unit_test(foot),
        cmocka_unit_test(hostile_feet),   cmocka_unit_test(tables),
        cmocka_unit_test(hostile_blocks), cmocka_unit_test(hostile_access_points),
        cmocka_unit_test(find),           cmocka_unit_test(header),
        cmocka_unit_test(facts),          cmocka_unit_test(long_text),
        cmocka_unit_test(hostile_facts),  cmocka_unit_test(other_fields),
        cmocka_unit_test(old_version),    cmocka_unit_test(first_block),
        cmocka_unit_test(ticks_of_demos), cmocka_unit_test(facts_without_client),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
