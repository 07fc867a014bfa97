-- Finds who was there together with a player, and for how long: overlapping sessions of one recording. A session without an end
-- lasts until the last tick.
select name, count() as sessions, uniqExact(recording) as recordings, sum(ticks) / 50 as seconds
from
(
    select recording, name, least(until, own_until) - greatest(joined_tick, own_joined) as ticks
    from
    (
        select recording, session, name, joined_tick, ifNull(left_tick, 2147483647) as until
        from teetape.all_sessions
        where recording in (select recording from teetape.loaded)
    )
    all inner join
    (
        select recording, session as own_session, joined_tick as own_joined,
            least(ifNull(left_tick, 2147483647), last_tick) as own_until
        from teetape.all_sessions
        any inner join
        (
            select recording, assumeNotNull(last_tick) as last_tick from teetape.recordings where last_tick is not null
        ) using recording
        where name = 'bobdummy'
    ) using recording
    where session != own_session and ticks > 0
)
group by name
order by seconds desc, name;
