-- Counts how often a player presses keys in each session, with the median of the ticks between two presses of a key. The first
-- input of a session is no press. teetape inputs --summary counts the same presses.
select recording, session, inputs, length(lefts) as left, length(rights) as right, length(ups) as jump, length(hooks) as hook,
    arraySort(arrayConcat(arraySlice(arrayDifference(lefts), 2), arraySlice(arrayDifference(rights), 2),
        arraySlice(arrayDifference(ups), 2), arraySlice(arrayDifference(hooks), 2)))[intDiv(left + right + jump + hook
        - (left > 0) - (right > 0) - (jump > 0) - (hook > 0) + 1, 2)] as median
from
(
    -- ticks in which a key is down that was not down in the input before
    select recording, session, length(ticks) as inputs,
        arrayFilter((t, now, before) -> now < 0 and before >= 0, ticks, ways, arrayPushFront(arrayPopBack(ways), -1)) as lefts,
        arrayFilter((t, now, before) -> now > 0 and before <= 0, ticks, ways, arrayPushFront(arrayPopBack(ways), 1)) as rights,
        arrayFilter((t, now, before) -> now != 0 and before = 0, ticks, jumps, arrayPushFront(arrayPopBack(jumps), 1)) as ups,
        arrayFilter((t, now, before) -> now != 0 and before = 0, ticks, grabs, arrayPushFront(arrayPopBack(grabs), 1)) as hooks
    from
    (
        select recording, session, groupArray(tick) as ticks, groupArray(direction) as ways, groupArray(jump) as jumps,
            groupArray(hook) as grabs
        from
        (
            select recording, assumeNotNull(session) as session, tick, direction, jump, hook
            from teetape.all_inputs
            where session is not null and recording in (select recording from teetape.loaded)
                and (recording, ifNull(session, -1)) in
                (
                    select recording, ifNull(session, -1) from teetape.facts where kind = 'name' and name = 'bobdummy'
                )
            order by recording, session, tick
        )
        group by recording, session
    )
)
order by recording, session;
