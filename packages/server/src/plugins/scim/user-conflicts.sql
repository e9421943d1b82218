-- People with this name or this address; those removed by the directory last.
select p.id, p.removed_at is not null as "isRemoved"
from people p
where p.id is distinct from :person::uuid
  and (p.login_key = lower(:userName) or p.email_key = lower(:email::text))
order by p.removed_at nulls first
