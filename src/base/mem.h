/* SPDX-License-Identifier: MIT
 *
 * Memory helpers of the core. Only this file depends on the byte order of the machine.
 *
 * The helpers are the fast functions of the C library where there is one. Bare wasm32 and
 * freestanding builds must not call them: an object with an import does not run by itself.
 * Compilers turn loops that copy or fill into such calls, so the plain loops have a barrier, or use
 * the bulk memory instructions of wasm.
 */
#ifndef TTI_BASE_MEM_H
#define TTI_BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* tests/test_mem_plain.c defines this macro as 1 to test the plain loops. */
#ifndef TTI_FREESTANDING
#if __STDC_HOSTED__ == 0
#define TTI_FREESTANDING 1
#elif defined(__wasm__) && !defined(__wasi__) && !defined(__EMSCRIPTEN__)
#define TTI_FREESTANDING 1
#else
#define TTI_FREESTANDING 0
#endif
#endif

#if TTI_FREESTANDING

#if defined(__wasm_bulk_memory__)
#define TTI_BULK_MEMORY 1
#else
#define TTI_BULK_MEMORY 0
#endif

/* An empty instruction that may change memory: no compiler can take the loop for a copy or fill. */
#define TTI_BARRIER() __asm__ volatile("" : : : "memory")

/* All functions of this file accept NULL pointers when `size` is 0. */
static inline void tti_copy(void *dst, const void *src, size_t size)
{
#if TTI_BULK_MEMORY
    __builtin_memcpy(dst, src, size);
#else
    uint8_t *to = dst;
    const uint8_t *from = src;
    for (size_t i = 0; i < size; i++) {
        to[i] = from[i];
        TTI_BARRIER();
    }
#endif
}

static inline void tti_move(void *dst, const void *src, size_t size)
{
#if TTI_BULK_MEMORY
    __builtin_memmove(dst, src, size);
#else
    uint8_t *to = dst;
    const uint8_t *from = src;
    if ((uintptr_t)to <= (uintptr_t)from) {
        tti_copy(dst, src, size);
        return;
    }
    for (size_t i = size; i > 0; i--) {
        to[i - 1] = from[i - 1];
        TTI_BARRIER();
    }
#endif
}

static inline void tti_fill(void *dst, uint8_t byte, size_t size)
{
#if TTI_BULK_MEMORY
    __builtin_memset(dst, byte, size);
#else
    uint8_t *to = dst;
    for (size_t i = 0; i < size; i++) {
        to[i] = byte;
        TTI_BARRIER();
    }
#endif
}

static inline int tti_equal(const void *a, const void *b, size_t size)
{
    const uint8_t *x = a;
    const uint8_t *y = b;
    for (size_t i = 0; i < size; i++) {
        if (x[i] != y[i]) {
            return 0;
        }
    }
    return 1;
}

static inline const uint8_t *tti_find_byte(const uint8_t *data, size_t size, uint8_t byte)
{
    for (size_t i = 0; i < size; i++) {
        if (data[i] == byte) {
            return data + i;
        }
    }
    return NULL;
}

static inline size_t tti_strlen(const char *text)
{
    size_t size = 0;
    while (text[size] != 0) {
        size++;
        TTI_BARRIER();
    }
    return size;
}

#else /* with a C library; its functions do not accept NULL even for no bytes */

#include <string.h>

static inline void tti_copy(void *dst, const void *src, size_t size)
{
    if (size != 0) {
        memcpy(dst, src, size);
    }
}

static inline void tti_move(void *dst, const void *src, size_t size)
{
    if (size != 0) {
        memmove(dst, src, size);
    }
}

static inline void tti_fill(void *dst, uint8_t byte, size_t size)
{
    if (size != 0) {
        memset(dst, byte, size);
    }
}

static inline bool tti_equal(const void *a, const void *b, size_t size)
{
    return size == 0 || memcmp(a, b, size) == 0;
}

static inline const uint8_t *tti_find_byte(const uint8_t *data, size_t size, uint8_t byte)
{
    return size == 0 ? NULL : (const uint8_t *)memchr(data, byte, size);
}

static inline size_t tti_strlen(const char *text)
{
    return strlen(text);
}

#endif

#if !TTI_FREESTANDING && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define TTI_COPIES_LE 1 /* the machine stores numbers low byte first, so they can be copied */
#else
#define TTI_COPIES_LE 0
#endif

/* Compilers make one instruction of each of these loads, at any alignment. For eight bytes they do
 * so only when they optimize, so tti_load_le64 copies. */
static inline uint16_t tti_load_le16(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t tti_load_le32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t tti_load_le64(const uint8_t *p)
{
#if TTI_COPIES_LE
    uint64_t value;
    memcpy(&value, p, sizeof value);
    return value;
#else
    return (uint64_t)tti_load_le32(p) | (uint64_t)tti_load_le32(p + 4) << 32;
#endif
}

static inline uint16_t tti_load_be16(const uint8_t *p)
{
    return (uint16_t)(p[0] << 8 | p[1]);
}

static inline uint32_t tti_load_be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

static inline uint64_t tti_load_be64(const uint8_t *p)
{
    return (uint64_t)tti_load_be32(p) << 32 | (uint64_t)tti_load_be32(p + 4);
}

static inline void tti_store_le16(uint8_t *p, uint16_t value)
{
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
}

static inline void tti_store_le32(uint8_t *p, uint32_t value)
{
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
    p[2] = (uint8_t)(value >> 16);
    p[3] = (uint8_t)(value >> 24);
}

/* Stores a number, low byte first. Compilers that know some bits of the number split the store into
 * bytes, so it is a copy. */
static inline void tti_store_le64(uint8_t *p, uint64_t value)
{
#if TTI_COPIES_LE
    memcpy(p, &value, sizeof value);
#else
    tti_store_le32(p, (uint32_t)value);
    tti_store_le32(p + 4, (uint32_t)(value >> 32));
#endif
}

static inline void tti_store_be32(uint8_t *p, uint32_t value)
{
    p[0] = (uint8_t)(value >> 24);
    p[1] = (uint8_t)(value >> 16);
    p[2] = (uint8_t)(value >> 8);
    p[3] = (uint8_t)value;
}

static inline void tti_store_be64(uint8_t *p, uint64_t value)
{
    tti_store_be32(p, (uint32_t)(value >> 32));
    tti_store_be32(p + 4, (uint32_t)value);
}

/* Returns the signed number with the same 32 bits. A cast would be implementation-defined. */
static inline int32_t tti_signed(uint32_t bits)
{
    return bits <= 0x7fffffffu ? (int32_t)bits : -1 - (int32_t)(~bits);
}

/* Returns the size, rounded up so that any object may follow it in a block of memory. */
static inline size_t tti_aligned(size_t size)
{
    return (size + 15) & ~(size_t)15;
}

/* Returns the capacity for `count` elements of `size` bytes, at least double `cap`, so that n
 * appends cost O(n). Returns 0 when the array would exceed half of the address space, because
 * differences of sizes must fit. */
static inline size_t tti_grown(size_t cap, size_t count, size_t size)
{
    size_t more = cap < 4 ? 8 : cap * 2;
    more = more < count ? count : more;
    return more > SIZE_MAX / 2 / size ? 0 : more;
}

/* Keeps a long, seldom called function out of a short, frequent one, which would otherwise save
 * more registers in every call. */
#if defined(__GNUC__)
#define TTI_NOINLINE __attribute__((noinline))
#else
#define TTI_NOINLINE
#endif

#if defined(__GNUC__)
#define TTI_ALWAYS_INLINE __attribute__((always_inline)) static inline
#else
#define TTI_ALWAYS_INLINE static inline
#endif

#endif
