-- Held deliveries are examined again.
with held as (
  update deliveries d set due_at = now()
  from hooks h
  where h.organisation = d.organisation and h.id = d.hook and h.person = :person and d.is_held and d.state = 'waiting'
)
update people set quiet = :hours::jsonb where id = :person
