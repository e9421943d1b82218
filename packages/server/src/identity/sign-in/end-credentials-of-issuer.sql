-- People vouched for by the previous issuer sign in again with the new one. Their agents continue.
with theirs as (
  select id from people where issuer = :issuer
), tokens as (
  update api_tokens set revoked_at = coalesce(revoked_at, now()) where person in (select id from theirs)
), enrolling as (
  update enrolments set revoked_at = coalesce(revoked_at, now())
  where made_by in (select id from theirs) and confirmed_at is null
), provisioning as (
  update scim_tokens set revoked_at = coalesce(revoked_at, now()) where made_by in (select id from theirs)
), devices as (
  delete from device_requests where owner in (select id from theirs)
), pushed as (
  delete from hooks where person in (select id from theirs) and kind = 'push'
)
delete from sessions where person in (select id from theirs)
