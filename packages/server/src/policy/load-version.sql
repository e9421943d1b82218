select
  v.number,
  v.digest,
  v.text,
  v.author,
  coalesce(p.email, p.name, p.id::text) as "authorName",
  v.note,
  v.changes,
  v.tests,
  v.objection,
  v.created_at as "createdAt",
  v.published_at as "publishedAt",
  v.stages
from policy_versions v
join people p on p.organisation = v.organisation and p.id = v.author
where v.project = :project and v.number = :number
