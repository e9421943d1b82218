-- Roles, memberships and notification targets are removed as well: they no longer belong to anybody.
with given as (
  delete from roles where person = :person
), memberships as (
  delete from scim_members where person = :person
), sent as (
  delete from deliveries d using hooks h where h.organisation = d.organisation and h.id = d.hook and h.person = :person
), machines as (
  update agents set revoked_at = coalesce(revoked_at, now()) where owner = :person
), answers as (
  update approvals a set answer = jsonb_set(a.answer, '{by}', to_jsonb(replace(a.answer ->> 'by', :address::text, :pseudonym::text)))
  where a.answer ? 'by' and :address::text is not null
    and exists (select from votes v where v.organisation = a.organisation and v.approval = a.id and v.person = :person)
)
update people
set email = null, issuer_address = null, vouched_by = null, name = :pseudonym, user_name = null, external_id = null, given_name = null, family_name = null,
  quiet = null, issuer = 'erased', subject = id::text, removed_at = coalesce(removed_at, now()), erased_at = now(), changed_at = now()
where id = :person
