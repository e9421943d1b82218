-- The still pending requests among those held for a target. If one held message stood for all of an agent's requests: all of those.
with told as (
  select d.hook, d.approval, d.is_digest
  from deliveries d
  where d.told_in = :carrier and d.approval is not null
)
select
  a.id as approval,
  a.request,
  a.expires_at as "expiresAt",
  (select g.name from agents g where g.organisation = a.organisation and g.id = a.agent) as machine,
  (select j.name from projects j where j.organisation = a.organisation and j.id = a.project) as project,
  coalesce(
    (select coalesce(w.email, w.name) from people w where w.organisation = a.organisation and w.id = a.owner),
    'unknown'
  ) as owner,
  count(*) over ()::integer as waiting
from approvals a
where a.state = 'pending' and a.expires_at > now()
  and (
    a.id in (select approval from told)
    or a.agent in (select x.agent from told t join approvals x on x.id = t.approval where t.is_digest)
  )
  -- An escalation may have been sent in the meantime.
  and not exists (
    select
    from deliveries s
    where s.organisation = a.organisation and s.approval = a.id and s.hook = (select hook from told limit 1)
      and s.state = 'sent' and s.told_in is null and s.tried_at is not null
  )
  and exists (
    select
    from hooks h
    where h.organisation = a.organisation and h.id = (select hook from told limit 1)
      and (h.kind <> 'push' or permesso.push_counts(h, a.project, a.owner))
  )
order by a.expires_at, a.id
limit 100
