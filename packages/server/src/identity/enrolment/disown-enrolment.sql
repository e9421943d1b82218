with disowned as (
  update enrolments set revoked_at = coalesce(revoked_at, now()) where id = :enrolment and owner = :person returning id
), machines as (
  update agents set revoked_at = coalesce(revoked_at, now()) where enrolment in (select id from disowned)
)
select id from disowned
