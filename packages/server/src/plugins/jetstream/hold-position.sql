update jetstream_positions
set holder = :holder::uuid, held_until = now() + interval '10 seconds', seq = least(seq, :last::bigint)
where shard = :shard and epoch = :epoch and (holder is null or holder = :holder::uuid or held_until < now())
returning seq::float8 as seq
