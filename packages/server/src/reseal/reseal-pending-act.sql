update pending_acts set sealed = :sealed
where id = :id::uuid and sealed = :before
returning true as done
