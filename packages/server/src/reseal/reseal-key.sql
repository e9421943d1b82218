update signing_keys set sealed_private_key = :sealed
where number = :id::integer and sealed_private_key = :before
returning true as done
