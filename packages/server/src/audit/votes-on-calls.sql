select r.agent, r.call_key as key, coalesce(p.email, p.id::text) as email, r.verdict
from unnest(:agents::uuid[], :keys::text[]) as asked (agent, key)
join admin_records r on r.organisation = permesso.organisation() and r.kind = 'vote' and r.agent = asked.agent and r.call_key = asked.key
join people p on p.organisation = r.organisation and p.id = r.person
