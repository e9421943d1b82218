select
  left(coalesce(request #>> '{decision,receipt,determining,0,text}', request #>> '{call,tool}', ''), 200) as what,
  count(*)::int as prompts,
  count(*) filter (where state in ('approved', 'consumed'))::int as approved,
  count(*) filter (where state = 'denied')::int as denied
from approvals
where asked_at > now() - make_interval(days => :days)
group by 1
order by prompts desc, what
limit 20
