select s.id, s.team, s.team_name as name, s.sealed, s.added_at as "addedAt", s.is_operators as "isOperators", s.set_by as "setBy",
  coalesce(p.email, p.name, p.id::text) as "setByName",
  coalesce((
    select jsonb_agg(distinct jsonb_build_object('role', r.role, 'project', r.project))
    from roles r
    where r.organisation = s.organisation and r.person = s.set_by
  ), '[]') as "setByRoles"
from slack_apps s
left join people p on p.organisation = s.organisation and p.id = s.set_by
