-- Finds finishes of a map in less than two minutes, the fastest first, with the last name of the session, as with
-- teetape find --map 'Run 2' --faster 2:00
select ticks / 50 as seconds, name, day, recording, tick, cid
from
(
    select day, recording, tick, cid, ifNull(session, -1) as session, ticks
    from teetape.all_facts
    where kind = 'finish' and ticks < 50 * 120
        and recording in (select recording from teetape.recordings where map_name = 'Run 2')
        and recording in (select recording from teetape.loaded)
)
any left join
(
    select recording, session, name
    from teetape.all_sessions
    where recording in (select recording from teetape.recordings where map_name = 'Run 2')
) using recording, session
order by ticks, recording, tick, cid;
