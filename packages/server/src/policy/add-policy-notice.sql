-- For everybody who gets notices about machines in the projects concerned.
with made as (
  insert into machine_notices (organisation, changes)
  values (permesso.organisation(), jsonb_build_object('project', :project::uuid, 'from', :from::integer, 'to', :to::integer, 'by', :by::text))
  returning organisation, id
)
insert into deliveries (organisation, hook, notice)
select m.organisation, h.id, m.id
from made m
join hooks h on h.about <> 'approvals' and not h.only_escalated and (h.person is null or h.confirmed_at is not null)
join projects p on p.id = :project::uuid
where h.project is null or h.project = p.id or p.is_baseline
