-- The versions that machines reported, without revoked ones; null is not a version, and -1 means no report. The baseline is held by the
-- machines of every project.
select
  case when m.agent is null then -1 when p.is_baseline then m.baseline_version else m.policy_version end as version,
  count(*)::integer as machines
from projects p
join agents a on a.organisation = p.organisation and (p.is_baseline or a.project = p.id)
left join machines m on m.organisation = a.organisation and m.agent = a.id
where p.id = :project::uuid and a.revoked_at is null
group by 1
order by 1
