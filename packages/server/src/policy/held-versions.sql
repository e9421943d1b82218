-- What machines said that they hold, of those that are not revoked; null is no version, and -1 that nothing was reported.
select case when m.agent is null then -1 else m.policy_version end as version, count(*)::integer as machines
from agents a
left join machines m on m.organisation = a.organisation and m.agent = a.id
where a.project = :project::uuid and a.revoked_at is null
group by 1
order by 1
