-- A repeated request replaces the pending one.
update pending_acts set state = 'refused', sealed = null, settled_by = :by, settled_at = now()
where act = :act and subject = :subject and state = 'waiting'
