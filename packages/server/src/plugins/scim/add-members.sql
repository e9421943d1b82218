insert into scim_members (organisation, group_id, person)
select p.organisation, :group, p.id
from people p
where p.id = any(:people::uuid[]) and p.removed_at is null
on conflict do nothing
returning person
