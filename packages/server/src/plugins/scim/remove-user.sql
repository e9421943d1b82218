-- A later user with this name may be somebody else: no rights stay.
with given as (
  delete from roles where person = :person
), machines as (
  update agents set revoked_at = coalesce(revoked_at, now()) where owner = :person
), memberships as (
  delete from scim_members where person = :person
)
update people set removed_at = now(), external_id = null, changed_at = now() where id = :person
