select
  number,
  digest,
  author,
  note,
  objection,
  created_at as "createdAt",
  published_at as "publishedAt"
from policy_versions
where project = $1
order by number desc
limit 200
