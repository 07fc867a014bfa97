create table if not exists ticks
(
    day Date codec(ZSTD),
    server String codec(LZ4),
    recording UUID codec(ZSTD),
    tick Int32 codec(DoubleDelta, ZSTD),
    cid Int8 codec(ZSTD),
    session Nullable(Int32) codec(ZSTD),
    x Int32 codec(DoubleDelta, ZSTD),
    y Int32 codec(DoubleDelta, ZSTD),
    vx Nullable(Float32) codec(ZSTD),
    vy Nullable(Float32) codec(ZSTD),
    aim Nullable(Int16) codec(Delta, ZSTD),
    direction Nullable(Int8) codec(ZSTD),
    jump Nullable(UInt8) codec(ZSTD),
    hook Nullable(UInt8) codec(ZSTD),
    fire Nullable(UInt8) codec(ZSTD),
    weapon Nullable(Int8) codec(ZSTD),
    team Int32 codec(ZSTD),
    core_age Int32 codec(DoubleDelta, ZSTD)
)
engine = MergeTree
partition by day
order by (server, recording, cid, tick);
