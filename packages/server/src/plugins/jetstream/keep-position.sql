update jetstream_positions
set held_until = now() + interval '10 seconds'
where shard = :shard and epoch = :epoch and holder = :holder::uuid
returning true as held
