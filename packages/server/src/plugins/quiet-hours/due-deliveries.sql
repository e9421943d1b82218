-- Due deliveries, each with its target's quiet hours. A personal target uses its person's.
select d.id, d.hook, case when h.person is null then h.quiet else p.quiet end as quiet
from deliveries d
join hooks h on h.organisation = d.organisation and h.id = d.hook
left join people p on p.organisation = h.organisation and p.id = h.person
where d.state = 'waiting' and d.due_at <= :at::timestamptz
order by d.due_at
limit 500
