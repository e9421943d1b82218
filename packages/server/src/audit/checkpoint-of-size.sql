select size::float8 as size, root, at, signature from checkpoints where size = :size
