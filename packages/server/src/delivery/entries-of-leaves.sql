select
  b.leaf::float8 as leaf,
  e.line,
  e.received_at as "receivedAt",
  o.name as organisation,
  p.name as project,
  a.name as machine,
  b.agent,
  w.email as owner,
  c.current as "policyVersion"
from batches b
join organisations o on o.id = b.organisation
join agents a on a.organisation = b.organisation and a.id = b.agent
join projects p on p.organisation = a.organisation and p.id = a.project
join people w on w.organisation = a.organisation and w.id = a.owner
left join channels c on c.organisation = p.organisation and c.project = p.id
join events e on e.organisation = b.organisation and e.agent = b.agent and e.seq between b.first_seq and b.last_seq
  -- Partitions are by the server's clock, batches by the database's.
  and e.received_at between b.received_at - interval '1 hour' and b.received_at + interval '1 hour'
where b.leaf >= :from and b.leaf <= :to
order by b.leaf, e.seq
