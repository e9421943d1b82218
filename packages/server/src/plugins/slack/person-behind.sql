select
  s.person,
  p.email,
  coalesce((
    select jsonb_agg(distinct jsonb_build_object('role', r.role, 'project', r.project))
    from roles r
    where r.organisation = s.organisation and r.person = s.person
  ), '[]') as roles
from slack_people s
join people p on p.organisation = s.organisation and p.id = s.person
where s.team = :team and s.slack_user = :user and p.disabled_at is null
