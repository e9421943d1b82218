update jetstream_positions set holder = null where shard = :shard and holder = :holder::uuid
