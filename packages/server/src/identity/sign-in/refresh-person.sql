-- Somebody else's address stays theirs, whatever the identity provider now says.
update people p
set name = coalesce(:name, p.name),
  email = case when t.is_free then :email else p.email end,
  issuer_address = case when t.is_free then :email else p.issuer_address end
from (
  select :email::text is not null and not exists (
    select from people o
    where o.id <> :person
      and (o.email_key = lower(:email) or o.login_key = lower(:email) or o.issuer_key = lower(:email))
  ) as is_free
) t
where p.id = :person
