select r.leaf::float8 as leaf, r.kind, r.line, r.at, o.name as organisation, p.email as person
from admin_records r
join organisations o on o.id = r.organisation
left join people p on p.organisation = r.organisation and p.id = coalesce(
  r.person, case when r.line::jsonb ->> 'actor' like 'person:%' then substr(r.line::jsonb ->> 'actor', 8)::uuid end)
where r.organisation = permesso.organisation() and r.leaf >= :from and r.leaf < :before
order by r.leaf
limit 1000
