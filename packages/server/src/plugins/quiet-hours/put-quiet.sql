with held as (
  update deliveries d set due_at = now() where d.hook = :hook and d.is_held and d.state = 'waiting'
)
update hooks set quiet = :hours::jsonb where id = :hook and person is null returning id, kind, host
