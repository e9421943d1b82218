update pending_acts set state = :state, sealed = null, settled_by = :by, settled_at = now() where id = :id
