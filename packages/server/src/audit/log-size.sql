select size::float8 as size, root, at, signature from checkpoints order by size desc limit 1
