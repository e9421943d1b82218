update jetstream_positions
set seq = :to::bigint, held_until = now() + interval '10 seconds'
where shard = :shard and epoch = :epoch and seq = :from::bigint and holder = :holder::uuid
returning true as moved
