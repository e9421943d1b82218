select
  h.kind,
  h.sealed_target as "sealedTarget",
  n.id,
  now() as at,
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'event', c.event, 'what', c.what, 'agent', g.id, 'machine', g.name, 'project', j.name,
      'owner', coalesce(w.email, w.name, 'unknown'),
      'why', case when c.event = 'fell' and c.what = 'unprotected' then concat_ws(', ',
        case when m.report ->> 'enforcement' in ('observe', 'none') then 'calls are not stopped' end,
        (
          select string_agg((x ->> 'name') || ': hook ' || (x ->> 'hook'), ', ')
          from jsonb_array_elements(coalesce(m.report -> 'hosts', '[]')) x
          where x ->> 'hook' in ('missing', 'off', 'open')
        )
      ) else '' end
    ) order by c.event, c.what desc, g.name), '[]')
    from jsonb_to_recordset(case jsonb_typeof(n.changes) when 'array' then n.changes else '[]' end) as c (agent uuid, what text, event text)
    join agents g on g.organisation = n.organisation and g.id = c.agent
    join projects j on j.organisation = g.organisation and j.id = g.project
    join people w on w.organisation = g.organisation and w.id = g.owner
    left join machines m on m.organisation = g.organisation and m.agent = g.id
    where h.project is null or g.project = h.project
  ) || case jsonb_typeof(n.changes) when 'object' then (
    select jsonb_build_array(jsonb_build_object(
      'event', 'went back', 'what', 'policy', 'agent', j.id, 'machine', '', 'project', j.name,
      'owner', coalesce(w.email, w.name, 'unknown'),
      'why', 'from version ' || (n.changes ->> 'from') || ' to version ' || (n.changes ->> 'to')
    ))
    from projects j
    left join people w on w.organisation = j.organisation and w.id = (n.changes ->> 'by')::uuid
    where j.organisation = n.organisation and j.id = (n.changes ->> 'project')::uuid
  ) else '[]' end as changes
from hooks h
join machine_notices n on n.organisation = h.organisation
left join people p on p.organisation = h.organisation and p.id = h.person
where h.id = :hook and n.id = :notice
  and (h.person is null or (h.confirmed_at is not null and p.disabled_at is null))
