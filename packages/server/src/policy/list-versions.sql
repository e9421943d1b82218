select
  v.number,
  v.digest,
  v.author,
  coalesce(p.email, p.name, p.id::text) as "authorName",
  v.note,
  v.objection,
  v.created_at as "createdAt",
  v.published_at as "publishedAt",
  (
    select max(r.at)
    from policy_reviews r
    where r.organisation = v.organisation and r.project = v.project and r.version = v.number
  ) as "reviewedAt"
from policy_versions v
join people p on p.organisation = v.organisation and p.id = v.author
where v.project = :project
order by v.number desc
limit 200
