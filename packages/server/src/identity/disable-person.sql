-- Tokens and enrolment tokens end for good: when the person is enabled again, a stolen one must not work.
with tokens as (
  update api_tokens set revoked_at = coalesce(revoked_at, now()) where person = :person
), enrolling as (
  update enrolments set revoked_at = coalesce(revoked_at, now()) where owner = :person or made_by = :person
)
update people set disabled_at = coalesce(disabled_at, now()) where id = :person
