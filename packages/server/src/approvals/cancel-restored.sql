-- Another database has its own transaction ids: a row's last change must not be in the future.
with old as (
  update approvals
  set changed = pg_current_xact_id(),
    state = case when state in ('pending', 'approved') then 'cancelled' else state end,
    why = case when state in ('pending', 'approved') then 'the server was restored from a backup; ask again' else why end,
    settled_at = case when state in ('pending', 'approved') then now() else settled_at end,
    due_at = null
  where state in ('pending', 'approved') or changed > pg_current_xact_id()
  returning settled_at
)
select count(*)::int as cancelled from old where settled_at = now()
