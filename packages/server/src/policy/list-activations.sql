-- Activations of one version, newest first.
select a.version, a.base, a.at, coalesce(p.email, p.name, a.actor) as "byName", a.review, a.looser,
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'person', r.person, 'name', coalesce(w.email, w.name, r.person::text), 'verdict', r.verdict, 'comment', r.comment, 'at', r.at
    ) order by r.at, r.person), '[]')
    from jsonb_to_recordset(a.reviews) as r (person uuid, verdict text, comment text, at timestamptz)
    left join people w on w.organisation = a.organisation and w.id = r.person
  ) as reviews
from policy_activations a
left join people p on p.organisation = a.organisation and 'person:' || p.id = a.actor
where a.project = :project and a.version = :version
order by a.id desc
limit 100
