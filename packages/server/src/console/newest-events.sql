select e.agent, g.name as "agentName", e.seq::float8 as seq, e.received_at as "receivedAt", e.line
from events e
left join agents g on g.organisation = e.organisation and g.id = e.agent
where e.organisation = permesso.organisation()
  and e.received_at >= $1 and e.received_at <= $2
  and (e.received_at, e.agent, e.seq) < ($2, $3, $4)
  and ($5::text is null or e.verdict = $5)
  and not exists (select from unnest($6::text[]) word where position(word in lower(e.line)) = 0)
  and ($7::uuid is null or g.project = $7)
order by e.received_at desc, e.agent desc, e.seq desc
limit $8
