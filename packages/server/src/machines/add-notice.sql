with made as (
  insert into machine_notices (organisation, changes) values (permesso.organisation(), :changes::jsonb)
  returning organisation, id
)
insert into deliveries (organisation, hook, notice)
select m.organisation, h.id, m.id
from made m
join hooks h on h.about <> 'approvals' and not h.only_escalated and (h.person is null or h.confirmed_at is not null)
where h.project is null or exists (
  select
  from jsonb_to_recordset(:changes::jsonb) as c (agent uuid)
  join agents g on g.id = c.agent
  where g.project = h.project
)
returning id
