update streams set sealed_target = :sealed where id = :id::uuid and sealed_target = :before returning true as done
