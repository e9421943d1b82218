-- Agents in a fixed order: two batches that share some cannot deadlock.
select a.id as agent, m.report, h.seq::float8 as "headSeq", h.hash as "headHash"
from agents a
left join machines m on m.organisation = a.organisation and m.agent = a.id
left join agent_heads h on h.organisation = a.organisation and h.agent = a.id
where a.id = any(:agents::uuid[])
order by a.id
for no key update of a
