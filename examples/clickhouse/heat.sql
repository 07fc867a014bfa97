-- Counts the ticks that players spent on each tile of a map in a month, the busiest tile first. The valid recordings come from the
-- table loads, because the view loaded reads all days.
select intDiv(x, 32) as tile_x, intDiv(y, 32) as tile_y, count() as ticks
from teetape.all_ticks
where day between '2026-10-01' and '2026-10-31'
    and recording in (select recording from teetape.recordings where map_name = 'Run 2' and day between '2026-10-01' and '2026-10-31')
    and recording in
    (
        select recording from teetape.loads where day between '2026-10-01' and '2026-10-31'
        group by recording having argMax(is_loaded, version) = 1
    )
group by tile_x, tile_y
order by ticks desc, tile_x, tile_y;
