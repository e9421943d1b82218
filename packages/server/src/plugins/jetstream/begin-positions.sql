insert into jetstream_positions as known (shard, stream, epoch, seq)
select shard, :stream, :epoch, 0
from generate_series(0, :shards::int - 1) as shard
on conflict (shard) do update
set stream = excluded.stream, epoch = excluded.epoch, seq = 0, holder = null
where known.stream <> excluded.stream or known.epoch <> excluded.epoch
returning known.shard
