# SPDX-License-Identifier: MIT
"""The codecs: vectors, round trips, errors with their offset."""
import random

import pytest

import teetape


def test_varints():
    assert teetape.varint_encode([0, 1, -1, 63, 64]) == bytes([0, 1, 64, 63, 128, 1])
    values = [random.Random(7).randint(-2**31, 2**31 - 1) for _ in range(1000)]
    assert teetape.varint_decode(teetape.varint_encode(values)) == values
    with pytest.raises(OverflowError):
        teetape.varint_encode([2**31])
    with pytest.raises(teetape.Error) as caught:
        teetape.varint_decode(b"\x01\x80")
    assert caught.value.offset == 1


def test_huffman():
    data = random.Random(8).randbytes(5000)
    for classic in (False, True):
        assert teetape.huffman_decompress(teetape.huffman_compress(data, classic)) == data
        for form in (bytearray, memoryview, lambda data: memoryview(bytearray(data))):
            packed = teetape.huffman_compress(form(data), classic)
            assert teetape.huffman_decompress(form(packed)) == data
    assert teetape.varint_decode(bytearray(b"\x01\x02")) == [1, 2]
    with pytest.raises(teetape.Error):
        teetape.huffman_decompress(b"")
    with pytest.raises(TypeError):
        teetape.huffman_compress("text")


def serialized(items):
    """Makes a snapshot: size of the data, count, offsets, then key and data of each item."""
    offsets, data = [], []
    for type_, id_, ints in items:
        offsets.append(4 * len(data))
        data += [type_ << 16 | id_, *ints]
    return [4 * len(data), len(items), *offsets, *data]


def test_snapshots_and_deltas():
    before = serialized([(5, 1, [1, 2, 3]), (6, 2, [9])])
    after = serialized([(5, 1, [1, 2, 4]), (7, 3, [8, 8])])
    assert teetape.snapshot(after) == [(5, 1, [1, 2, 4]), (7, 3, [8, 8])]
    with pytest.raises(teetape.Error):
        teetape.snapshot([1, 2, 3])
    empty = serialized([])
    assert teetape.delta_create(empty, empty) == []
    assert teetape.snapshot(empty) == []
    big = serialized([(900, 4, [7] * 6)])
    delta = teetape.delta_create(empty, big)
    assert teetape.delta_apply(empty, delta) == big
    with pytest.raises(ValueError):
        teetape.delta_apply(before, delta, "0.5")
