#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
usage: tape_decoder.py DICTIONARY TAPE [--index]

Unpacks a tape to stdout, or the index in its footer. It was written from docs/format/tape.md alone, and shares no code with the
library: what both read alike is the format. zstd itself is libzstd, through ctypes. DICTIONARY is docs/format/tape-dictionary-1.bin.
"""
import ctypes
import ctypes.util
import hashlib
import struct
import sys

HEAD, CHUNK, TAIL = 32, 36, 40
RAW_MAX, COLUMNS_MAX, PIECE_MAX, DIRECTORY_MAX = 524288, 4194304, 1048576, 67108864
CLIENTS, MASK64 = 128, (1 << 64) - 1
DICTIONARY_SHA256 = '1f141c88c460352630449d268944b0a33869bf98c6d766cdbf387f002d094b29'
COLUMNS = ('text number wide ops lead kind cid skip present moved pressed dx dy mask mask2 x xlow y ylow '
           'f0 f3 f4 f5 f6 f7 f8 f9').split()
FINISH, INPUT_DIFF, INPUT_NEW, MESSAGE, JOIN, DROP, COMMAND, EX = 1, 5, 6, 7, 8, 9, 10, 11


class Damaged(Exception):
    pass


def need(condition, reason):
    if not condition:
        raise Damaged(reason)


# -- sums ------------------------------------------------------------------------------------------

P1, P2, P3, P4, P5 = (11400714785074694791, 14029467366897019727, 1609587929392839161, 9650029242287828579,
                      2870177450012600261)


def rotated(value, bits):
    return ((value << bits) | (value >> (64 - bits))) & MASK64


def stirred(lane, value):
    return rotated((lane + value * P2) & MASK64, 31) * P1 & MASK64


def xxh64(data):
    size, at = len(data), 0
    if size >= 32:
        lanes = [(P1 + P2) & MASK64, P2, 0, -P1 & MASK64]
        whole = size - size % 32
        for values in struct.iter_unpack('<4Q', data[:whole]):
            lanes = [stirred(lane, value) for lane, value in zip(lanes, values)]
        at = whole
        total = sum(rotated(lane, bits) for lane, bits in zip(lanes, (1, 7, 12, 18))) & MASK64
        for lane in lanes:
            total = ((total ^ stirred(0, lane)) * P1 + P4) & MASK64
    else:
        total = P5
    total = (total + size) & MASK64
    while at + 8 <= size:
        total = (rotated(total ^ stirred(0, int.from_bytes(data[at:at + 8], 'little')), 27) * P1 + P4) & MASK64
        at += 8
    if at + 4 <= size:
        total = (rotated(total ^ (int.from_bytes(data[at:at + 4], 'little') * P1 & MASK64), 23) * P2 + P3) & MASK64
        at += 4
    for byte in data[at:]:
        total = rotated(total ^ (byte * P5 & MASK64), 11) * P1 & MASK64
    total = (total ^ (total >> 33)) * P2 & MASK64
    total = (total ^ (total >> 29)) * P3 & MASK64
    return total ^ (total >> 32)


def short_sum(data):
    return xxh64(data) & 0xffffffff


# -- zstd ------------------------------------------------------------------------------------------


class Zstd:
    def __init__(self):
        self.library = ctypes.CDLL(ctypes.util.find_library('zstd') or 'libzstd.so.1')
        for name, result in (('ZSTD_createDCtx', ctypes.c_void_p), ('ZSTD_isError', ctypes.c_uint),
                             ('ZSTD_getFrameContentSize', ctypes.c_ulonglong),
                             ('ZSTD_findFrameCompressedSize', ctypes.c_size_t),
                             ('ZSTD_DCtx_refPrefix', ctypes.c_size_t), ('ZSTD_decompressDCtx', ctypes.c_size_t)):
            getattr(self.library, name).restype = result
        self.context = ctypes.c_void_p(self.library.ZSTD_createDCtx())

    def unpack(self, frame, most, dictionary=b''):
        size = self.library.ZSTD_getFrameContentSize(frame, ctypes.c_size_t(len(frame)))
        need(size <= most, 'a frame without a size, or too large')
        need(self.library.ZSTD_findFrameCompressedSize(frame, ctypes.c_size_t(len(frame))) == len(frame), 'no frame')
        room = ctypes.create_string_buffer(max(size, 1))
        if dictionary:
            self.library.ZSTD_DCtx_refPrefix(self.context, dictionary, ctypes.c_size_t(len(dictionary)))
        done = self.library.ZSTD_decompressDCtx(self.context, room, ctypes.c_size_t(size), frame,
                                                ctypes.c_size_t(len(frame)))
        need(done == size, 'a damaged frame')
        return room.raw[:size]


# -- numbers ---------------------------------------------------------------------------------------


def wrap(value):
    return ((value + 0x80000000) & 0xffffffff) - 0x80000000


def unzigzag(value):
    return value >> 1 if value & 1 == 0 else -(value >> 1) - 1


def packed_int(value):
    sign, rest = (0x40, ~value) if value < 0 else (0, value)
    out = bytearray([sign | rest & 0x3f])
    rest >>= 6
    while rest != 0:
        out[-1] |= 0x80
        out.append(rest & 0x7f)
        rest >>= 7
    return bytes(out)


class Column:
    """Bytes that are taken from the front."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        need(self.at + size <= len(self.data), 'a column ends too early')
        self.at += size
        return self.data[self.at - size:self.at]

    def byte(self):
        return self.take(1)[0]

    def leb(self):
        value = 0
        for shift in (0, 7, 14, 21, 28):
            byte = self.byte()
            value |= (byte & 0x7f) << shift
            if byte < 0x80:
                need(shift < 28 or byte < 16, 'a number is too large')
                return value
        raise Damaged('a number is too long')

    def number(self):
        return unzigzag(self.leb())

    def text(self):
        end = self.data.find(b'\0', self.at)
        need(end >= 0, 'a text without its NUL')
        return self.take(end + 1 - self.at)

    def used_up(self):
        return self.at == len(self.data)


# -- columns of a block ----------------------------------------------------------------------------


def split(data, counts):
    """Cuts a column by client."""
    at, parts = 0, []
    for count in counts:
        parts.append(Column(data[at:at + count]))
        need(len(parts[-1].data) == count, 'a column ends too early')
        at += count
    need(at == len(data), 'a column is not used up')
    return parts


class Columns:
    def __init__(self, zstd, data, raw_size, dictionary):
        source = Column(data)
        self.rows = source.leb()
        need(1 <= self.rows <= 65536, 'the number of rows')
        sizes = [source.leb() for _ in COLUMNS]
        most = min(16 * raw_size + 4096, COLUMNS_MAX)
        need(sum(sizes) <= most, 'the columns are too large')
        content = Column(zstd.unpack(source.take(len(data) - source.at), most, dictionary[:1024]))
        for name, size in zip(COLUMNS, sizes):
            setattr(self, name, Column(content.take(size)))
        need(content.used_up(), 'the sizes of the columns')
        self.split_bits()
        self.split_clients()

    def split_bits(self):
        present = self.present.take(32)
        size = (self.rows + 7) // 8
        for name, where in (('moved', present[:16]), ('pressed', present[16:])):
            column, bits = getattr(self, name), []
            for cid in range(CLIENTS):
                here = where[cid // 8] >> cid % 8 & 1
                bits.append(int.from_bytes(column.take(size), 'little') if here else 0)
                need(bits[cid] >> self.rows == 0, 'bits after the last row')
            need(column.used_up(), f'the column {name} is not used up')
            setattr(self, name, bits)

    def split_clients(self):
        """Finds where the values of each client begin. The masks say how many values a client has."""
        starts = [bin(bits).count('1') for bits in self.pressed]
        cids = iter(self.cid.data)
        for kind in self.kind.data:
            if kind >= INPUT_DIFF and kind != EX:
                cid = next(cids, 0)
                if kind == INPUT_DIFF:
                    need(cid < CLIENTS, 'a client id')
                    starts[cid] += 1
        masks = []
        for start in starts:
            begin = self.mask.at
            while start > 0:
                start -= self.mask.byte() & 0x40 == 0
            masks.append(self.mask.data[begin:self.mask.at])
        need(self.mask.used_up(), 'the masks are not used up')
        moves = [bin(bits).count('1') for bits in self.moved]
        self.dx, self.dy = split(self.dx.data, moves), split(self.dy.data, moves)
        self.mask2 = split(self.mask2.data, [sum(mask >> 7 for mask in of) for of in masks])
        for bit, name in enumerate(('f0', 'x', 'y', 'f3', 'f4', 'f5')):
            setattr(self, name, split(getattr(self, name).data, [sum(mask >> bit & 1 for mask in of) for of in masks]))
        for bit, name in enumerate(('f6', 'f7', 'f8', 'f9')):
            setattr(self, name, split(getattr(self, name).data,
                                      [sum(mask >> bit & 1 for mask in of.data) for of in self.mask2]))
        for name in ('x', 'y'):
            setattr(self, name + 'low', split(getattr(self, name + 'low').data,
                                              [sum(192 <= value < 255 for value in of.data) for of in getattr(self, name)]))
        self.mask = split(b''.join(masks), [len(of) for of in masks])
        self.by_client = [self.dx, self.dy, self.mask, self.mask2] + [
            getattr(self, name) for name in COLUMNS if name in ('x', 'xlow', 'y', 'ylow') or name[0] == 'f']

    def check_used_up(self):
        for name in ('text', 'number', 'wide', 'ops', 'lead', 'kind', 'cid', 'skip'):
            need(getattr(self, name).used_up(), f'the column {name} is not used up')
        for parts in self.by_client:
            need(all(part.used_up() for part in parts), 'a column by client is not used up')


class Block:
    """The records of a block of columns."""

    def __init__(self, columns, raw_size):
        self.c, self.out, self.raw_size = columns, bytearray(), raw_size
        self.last_dy = [0] * CLIENTS
        self.last_aim = [[0, 0] for _ in range(CLIENTS)]

    def put(self, *values):
        for value in values:
            self.out += packed_int(value)
        need(len(self.out) <= self.raw_size, 'the records are too long')

    def put_bytes(self, data):
        self.out += data
        need(len(self.out) <= self.raw_size, 'the records are too long')

    def value(self, byte):
        need(byte <= 252, 'a value')
        return unzigzag(self.c.wide.leb() if byte == 252 else byte)

    def position(self, cid):
        dx, dy = self.c.dx[cid].byte(), self.c.dy[cid].byte()
        if dx == 253:
            x = unzigzag(self.c.wide.leb())
            self.put(-3, cid, x, unzigzag(self.c.wide.leb()))
            self.last_dy[cid] = 0
        elif dx == 254:
            self.put(-4, cid)
            self.last_dy[cid] = 0
        else:
            change = self.value(dx)
            self.last_dy[cid] = wrap(self.value(dy) + self.last_dy[cid])
            self.put(cid, change, self.last_dy[cid])

    def aim(self, cid, axis):
        byte = getattr(self.c, 'xy'[axis])[cid].byte()
        if byte == 255:
            coded = self.c.wide.leb()
        elif byte >= 192:
            coded = 192 + (byte - 192) * 256 + getattr(self.c, 'xy'[axis] + 'low')[cid].byte()
        else:
            coded = byte
        return wrap(unzigzag(coded) + self.last_aim[cid][axis])

    def presses(self, cid):
        more = True
        while more:
            mask = self.c.mask[cid].byte()
            more = mask >> 6 & 1
            mask2 = self.c.mask2[cid].byte() if mask >> 7 else 0
            need(mask2 < 16, 'a mask')
            fields = (mask & 0x3f) | mask2 << 6
            values = [0] * 10
            for field in range(10):
                if fields >> field & 1:
                    values[field] = (self.aim(cid, field - 1) if field in (1, 2) else
                                     self.value(getattr(self.c, f'f{field}')[cid].byte()))
            self.last_aim[cid] = values[1:3]
            self.put(-5, cid, *values)

    def op(self):
        kind = self.c.kind.byte()
        number, text = self.c.number.number, self.c.text
        if kind == 0:
            count = number()
            need(count >= 0, 'a count')
            self.put_bytes(text.take(count))
            return
        if kind == FINISH:
            self.put(-1)
            return
        if kind == EX:
            size = number()
            need(size >= 0, 'a size')
            self.put(-EX)
            self.put_bytes(text.take(16) + packed_int(size))
            self.put_bytes(text.take(size))
            return
        need(INPUT_DIFF <= kind <= COMMAND, 'the kind of an op')
        cid = self.c.cid.byte()
        if kind == INPUT_DIFF:
            self.presses(cid)
            return
        self.put(-kind, cid - 256 if cid >= 128 else cid)
        if kind == INPUT_NEW:
            self.put(*(number() for _ in range(10)))
        elif kind == MESSAGE:
            size = number()
            need(size >= 0, 'a size')
            self.put(size)
            self.put_bytes(text.take(size))
        elif kind == DROP:
            self.put_bytes(text.text())
        elif kind == COMMAND:
            self.put(number())
            self.put_bytes(text.text())
            count = number()
            self.put(count)
            for _ in range(max(count, 0)):
                self.put_bytes(text.text())

    def skip(self, follows):
        skip = self.c.skip.byte()
        if skip == 255:
            self.put(-2, unzigzag(self.c.wide.leb()))
        elif skip == 254 or (skip == 0 and not follows):
            self.put(-2, 0)
        elif 1 <= skip <= 252:
            self.put(-2, skip)

    def records(self):
        highest = None
        for row in range(self.c.rows):
            moved = [cid for cid in range(CLIENTS) if self.c.moved[cid] >> row & 1]
            pressed = [cid for cid in range(CLIENTS) if self.c.pressed[cid] >> row & 1]
            self.skip(bool(moved) and (highest is None or moved[0] <= highest))
            highest = moved[-1] if moved else -1
            for cid in moved:
                self.position(cid)
            for _ in range(self.c.ops.leb()):
                lead = self.c.lead.leb()
                need(lead <= len(pressed), 'there are not so many pressed clients')
                for cid in pressed[:lead]:
                    self.presses(cid)
                del pressed[:lead]
                self.op()
            for cid in pressed:
                self.presses(cid)
        self.c.check_used_up()
        return bytes(self.out)


# -- the file --------------------------------------------------------------------------------------


class Tape:
    def __init__(self, data, dictionary):
        self.data, self.zstd = data, Zstd()
        need(len(data) >= HEAD and data[:8] == b'TTAPE\r\n\x1a', 'no tape')
        version, profile, required, _, number = struct.unpack_from('<HHIIH', data, 8)
        need(short_sum(data[:28]) == struct.unpack_from('<I', data, 28)[0], 'a damaged head')
        need(version == 1 and profile == 0 and required == 0 and number <= 1, 'another version of tapes')
        need(number == 0 or hashlib.sha256(dictionary).hexdigest() == DICTIONARY_SHA256, 'another dictionary')
        self.dictionary = dictionary if number == 1 else b''

    def block(self, kind, data, raw_size):
        if kind == 1:
            return data
        if kind == 2:
            return self.zstd.unpack(data, RAW_MAX, self.dictionary)
        return Block(Columns(self.zstd, data, raw_size, self.dictionary), raw_size).records()

    def blocks(self):
        """Gives the raw bytes of each block, and checks the end chunk."""
        at, raw_at, count, whole = HEAD, 0, 0, hashlib.sha256()
        while True:
            head = self.data[at:at + CHUNK]
            need(len(head) == CHUNK, f'ends at {at}, before its end chunk')
            magic, kind, zero, size, raw_size, offset, wanted, total = struct.unpack('<4sB3sIIQQI', head)
            need(magic == b'\xc5TC\n' and zero == bytes(3) and short_sum(head[:32]) == total, f'no chunk at {at}')
            data = self.data[at + CHUNK:at + CHUNK + size]
            need(len(data) == size, f'ends inside of the chunk at {at}')
            if kind < 16:
                need(1 <= kind <= 3 and 1 <= raw_size <= RAW_MAX and size <= raw_size and offset == raw_at,
                     f'a wrong block at {at}')
                raw = self.block(kind, data, raw_size)
                need(len(raw) == raw_size and xxh64(raw) == wanted, f'a damaged block at {at}')
                whole.update(raw)
                raw_at += raw_size
                count += 1
                yield raw
            else:
                need(kind == 16 or kind >= 128, f'an unknown chunk at {at}')
                need(raw_size == 0 and offset == 0 and xxh64(data) == wanted, f'a damaged chunk at {at}')
                if kind == 16:
                    need(size == 48 and data == struct.pack('<QQ', raw_at, count) + whole.digest(), 'a wrong end chunk')
                    return
            at += CHUNK + size

    def sections(self):
        tail = self.data[-TAIL:]
        place, size, version, wanted, _, total, magic = struct.unpack('<QIIQII8s', tail)
        need(magic == b'TTAPE\r\n\x04' and short_sum(tail[:28]) == total and version == 1, 'no footer')
        need(size <= DIRECTORY_MAX and place + size == len(self.data) - TAIL, 'a wrong tail')
        directory = Column(self.data[place:place + size])
        need(xxh64(directory.data) == wanted, 'a damaged directory')
        found = {}
        while not directory.used_up():
            kind, length = struct.unpack('<II', directory.take(8))
            found.setdefault(kind, directory.take(length))
        return found

    def check_block_table(self, table):
        at = HEAD
        for raw_size, size in struct.iter_unpack('<II', table):
            kind, stored, raw = struct.unpack_from('<4xB3xII', self.data, at)
            need(kind <= 3 and stored + CHUNK == size and raw == raw_size, f'the block table at {at}')
            at += size
        need(self.data[at + 4] == 16, 'the block table ends before the blocks')

    def index(self):
        sections = self.sections()
        if 1 in sections:
            self.check_block_table(sections[1])
        need(2 in sections, 'no index')
        place, size, piece, count = struct.unpack_from('<QQII', sections[2])
        need(1 <= piece <= PIECE_MAX and len(sections[2]) == 24 + 4 * count, 'a wrong section of the index')
        for number, length in enumerate(struct.unpack_from(f'<{count}I', sections[2], 24)):
            got = self.zstd.unpack(self.data[place:place + length], piece)
            need(len(got) == min(piece, size - number * piece), 'a piece of the index')
            place += length
            yield got


def main():
    try:
        with open(sys.argv[1], 'rb') as file:
            dictionary = file.read()
        with open(sys.argv[2], 'rb') as file:
            tape = Tape(file.read(), dictionary)
        for piece in tape.index() if '--index' in sys.argv[3:] else tape.blocks():
            sys.stdout.buffer.write(piece)
    except (Damaged, struct.error) as error:
        sys.stdout.flush()
        sys.exit(f'{sys.argv[2]}: {error}')


if __name__ == '__main__':
    main()
