-- Whether a person may still vote is checked when it matters: roles may have been removed since.
select
  v.person,
  p.email,
  v.verdict,
  permesso.counts_as_person(p) and exists (
    select from roles r
    where r.organisation = v.organisation and r.person = v.person and r.role = 'approver' and r.project is null
  ) as may
from team_grant_votes v
join people p on p.organisation = v.organisation and p.id = v.person
where v.team_grant = :id
order by v.at, v.person
