-- Tokens and enrolment tokens end for good: whoever is enabled again must not find a stolen one working.
with tokens as (
  update api_tokens set revoked_at = coalesce(revoked_at, now()) where person = $1
), enrolling as (
  update enrolments set revoked_at = coalesce(revoked_at, now()) where owner = $1 or made_by = $1
)
update people set disabled_at = coalesce(disabled_at, now()) where id = $1
