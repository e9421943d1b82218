-- Tokens, enrolment tokens and passkeys end for good: when the person is enabled again, a stolen one must not work. A person disabled
-- by an admin stays disabled, whatever the directory says later.
with tokens as (
  update api_tokens set revoked_at = coalesce(revoked_at, now()) where person = :person
), enrolling as (
  update enrolments set revoked_at = coalesce(revoked_at, now()) where owner = :person or made_by = :person
), provisioning as (
  update scim_tokens set revoked_at = coalesce(revoked_at, now()) where made_by = :person
), shown as (
  delete from passkeys where person = :person
), signed_in as (
  delete from sessions where person = :person
), pushed as (
  delete from hooks where person = :person and kind = 'push'
)
update people
set disabled_at = coalesce(disabled_at, now()), disabled_by = case when disabled_by = 'hand' then 'hand' else :by end,
  changed_at = now()
where id = :person
