-- A group gives the roles mapped to its name, or to the directory's identifier for it.
select distinct m.person, r.group_name as "group"
from scim_members m
join scim_groups g on g.organisation = m.organisation and g.id = m.group_id
join group_roles r on r.organisation = g.organisation and r.group_name in (g.display_name, g.external_id)
where :people::uuid[] is null or m.person = any(:people)
