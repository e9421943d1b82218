-- All people whom the caller administers, independent of the page.
select
  count(*)::integer as "all",
  count(*) filter (where h.admins)::integer as admins,
  count(*) filter (where h.person is null and p.disabled_at is null)::integer as "no-role",
  count(p.disabled_at)::integer as disabled
from people p
left join (
  select person, bool_or(role = 'admin') as admins
  from roles
  where :projects::uuid[] is null or project = any(:projects)
  group by person
) h on h.person = p.id
where :projects::uuid[] is null or h.person is not null
