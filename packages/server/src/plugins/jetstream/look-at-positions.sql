select shard, stream, epoch, seq::float8 as seq from jetstream_positions
