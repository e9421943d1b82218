select
  number,
  digest,
  text,
  author,
  note,
  changes,
  tests,
  objection,
  created_at as "createdAt",
  published_at as "publishedAt"
from policy_versions
where project = $1 and number = $2
