-- Finds what a player did: joins, finishes, deaths and chat of everybody who ever had the name, as with
-- teetape find --player bobdummy --kind join,finish,death,chat
select recording, tick, kind, cid, ticks, text
from teetape.all_facts
where recording in (select recording from teetape.loaded)
    and (recording, ifNull(session, -1)) in
    (
        select recording, ifNull(session, -1) from teetape.facts where kind = 'name' and name = 'bobdummy'
    )
    and kind in ('join', 'finish', 'death', 'chat')
order by recording, tick, cid, kind;
