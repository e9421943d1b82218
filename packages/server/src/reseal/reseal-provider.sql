update identity_providers set sealed_secret = :sealed
where organisation = :id::uuid and sealed_secret = :before
returning true as done
