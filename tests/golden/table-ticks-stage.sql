drop table if exists ticks_stage;

create table ticks_stage
(
    day Date default toDate('2026-11-21'),
    server String default 'recording',
    recording UUID,
    tick Int32,
    cid Int8,
    session Nullable(Int32),
    x Int32,
    y Int32,
    vx Nullable(Float32),
    vy Nullable(Float32),
    aim Nullable(Int16),
    direction Nullable(Int8),
    jump Nullable(UInt8),
    hook Nullable(UInt8),
    fire Nullable(UInt8),
    weapon Nullable(Int8),
    team Int32,
    core_age Int32
)
engine = MergeTree
partition by day
order by (server, recording, tick, cid);
