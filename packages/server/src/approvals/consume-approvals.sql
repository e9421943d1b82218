update approvals a
set state = 'consumed',
  consumed_at = clock_timestamp(),
  due_at = null,
  use_key = (select u.use from unnest(:ids::uuid[], :uses::text[]) as u (id, use) where u.id = a.id),
  changed = pg_current_xact_id()
-- By key: with a join to the list, or with a condition that the index of open requests has too, all open requests of the organisation
-- would be read.
where a.id = any(:ids::uuid[]) and a.state || '' = 'approved' and a.use_before > clock_timestamp()
returning a.id
