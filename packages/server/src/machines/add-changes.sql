insert into machine_changes (organisation, agent, change)
select permesso.organisation(), r.agent, r.change
from jsonb_to_recordset(:rows::text::jsonb) as r(agent uuid, change jsonb)
