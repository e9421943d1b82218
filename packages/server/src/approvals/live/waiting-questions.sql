-- Oldest first, up to a page's limit. The total is in every row.
with waiting as (
  select
    a.*,
    count(*) over ()::int as waiting,
    row_number() over longest as place,
    sum(pg_column_size(a.request)) over longest as bytes
  from approvals a
  where a.state = 'pending' and a.expires_at > now()
    and (:projects::uuid[] is null or a.project = any(:projects)) and (:ids::uuid[] is null or a.id = any(:ids))
  window longest as (order by a.asked_at, a.id)
)
select
  a.id,
  a.project,
  p.name as "projectName",
  g.name as "agentName",
  a.owner,
  coalesce(o.email, o.name, o.id::text) as "ownerName",
  a.quorum,
  a.longest,
  a.request,
  a.digest,
  a.asked_at as "askedAt",
  a.expires_at as "expiresAt",
  a.escalated_at is not null as "isEscalated",
  a.joined,
  a.waiting,
  (
    select coalesce(json_agg(json_build_object('person', v.person, 'by', coalesce(w.email, w.name, w.id::text),
      'verdict', v.verdict) order by v.at), '[]')
    from votes v
    join people w on w.organisation = v.organisation and w.id = v.person
    where v.organisation = a.organisation and v.approval = a.id and v.counted
  ) as votes
from waiting a
join projects p on p.organisation = a.organisation and p.id = a.project
join agents g on g.organisation = a.organisation and g.id = a.agent
join people o on o.organisation = a.organisation and o.id = a.owner
where a.place = 1 or (a.place <= 500 and a.bytes < 1000000)
order by a.place
