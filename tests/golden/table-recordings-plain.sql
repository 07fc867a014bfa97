create table if not exists recordings
(
    day Date,
    server String,
    recording UUID,
    file String,
    format String,
    state String,
    errors Int32,
    warnings Int32,
    version Int32,
    version_minor Nullable(Int32),
    started Nullable(Int64),
    start_text Nullable(String),
    game_start_text Nullable(String),
    first_tick Nullable(Int32),
    last_tick Nullable(Int32),
    sessions Int32,
    most_open Int32,
    server_name Nullable(String),
    server_version Nullable(String),
    server_port Nullable(Int32),
    game_type Nullable(String),
    map_name Nullable(String),
    map_size Nullable(Int64),
    map_crc Nullable(String),
    map_sha256 Nullable(String),
    bytes Int64
)
engine = MergeTree
partition by day
order by (server, recording);

create table if not exists loads
(
    day Date,
    recording UUID,
    version UInt32,
    is_loaded UInt8,
    server String,
    file String,
    checksum UInt32,
    size UInt64,
    rows UInt64,
    at DateTime
)
engine = MergeTree
order by (day, recording, version);

create view if not exists loaded as
select recording, argMax(day, version) as day
from loads
group by recording
having argMax(is_loaded, version) = 1;
