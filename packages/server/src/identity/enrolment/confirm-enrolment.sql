with confirmed as (
  update enrolments set confirmed_at = coalesce(confirmed_at, now())
  where id = :enrolment and owner = :person and revoked_at is null
  returning id
), machines as (
  update agents set owner_confirmed_at = coalesce(owner_confirmed_at, now())
  where enrolment in (select id from confirmed)
)
select id from confirmed
