-- The address of somebody else stays theirs, whatever the identity provider says by now.
update people p
set name = coalesce(:name, p.name),
  email = case when t.is_free then :email else p.email end,
  issuer_address = case when t.is_free then :email else p.issuer_address end
from (
  select :email::text is not null and not exists (
    select from people o
    where o.id <> :person
      and (lower(o.email) = lower(:email) or lower(o.user_name) = lower(:email) or lower(o.issuer_address) = lower(:email))
  ) as is_free
) t
where p.id = :person
