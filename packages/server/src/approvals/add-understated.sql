-- Once per agent and version: an agent that keeps understating cannot fill the table.
insert into findings (organisation, agent, what, approval, policy_version, rules)
select permesso.organisation(), agent, 'understated', approval, version, rules
from jsonb_to_recordset(:found::jsonb) as found (agent uuid, approval uuid, version integer, rules text[])
on conflict do nothing
