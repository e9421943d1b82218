with before as materialized (
  select id, session_hours as hours from organisations where id = permesso.organisation() for update
),
cut as (
  update sessions set expires_at = least(expires_at, created_at + make_interval(hours => :hours))
  where organisation = permesso.organisation()
)
update organisations o set session_hours = :hours from before where o.id = before.id
returning before.hours as before
