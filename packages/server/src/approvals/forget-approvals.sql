with old as (
  select organisation, id, asked_at
  from approvals
  where state not in ('pending', 'approved') and settled_at < now() - make_interval(days => :days)
    and not exists (
      select from legal_holds h where h.ended_at is null and (h.project is null or h.project = approvals.project)
    )
  order by settled_at
  limit 500
  for update skip locked
),
votes_gone as (
  delete from votes v using old where v.organisation = old.organisation and v.approval = old.id
),
deliveries_gone as (
  delete from deliveries d using old where d.organisation = old.organisation and d.approval = old.id
),
links_gone as (
  delete from links l using old where l.organisation = old.organisation and l.approval = old.id
),
gone as (
  delete from approvals a using old where a.organisation = old.organisation and a.id = old.id
  returning a.asked_at
)
select count(*)::int as count, min(asked_at) as "first", max(asked_at) as "last" from gone
