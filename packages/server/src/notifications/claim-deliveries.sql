-- A claim lasts a minute. If the sender dies, another one sends it again. Each hook gets :most of one agent's requests a minute. The
-- rest are sent as one digest.
with due as (
  select organisation, id, hook, approval, notice, attempts, is_digest, told_in, due_at
  from deliveries
  where state = 'waiting' and due_at <= :at::timestamptz and id = any(:ids::uuid[])
  order by due_at
  limit 50
  for update skip locked
),
ranked as (
  select
    due.*,
    a.agent,
    -- Deliveries in progress are completed. Notices about machines are a separate message each minute.
    case when due.is_digest or due.told_in is not null or due.attempts > 0 or due.notice is not null then 0
      else row_number() over (
        partition by due.hook, a.agent, due.is_digest or due.told_in is not null or due.attempts > 0 order by due.due_at, due.id
      )
    end as place
  from due
  left join approvals a on a.organisation = due.organisation and a.id = due.approval
),
recent as (
  select d.hook, a.agent, count(*) as told
  from deliveries d
  join approvals a on a.organisation = d.organisation and a.id = d.approval
  where d.tried_at > :at::timestamptz - interval '1 minute' and not d.is_digest and d.hook in (select hook from due)
  group by d.hook, a.agent
),
judged as (
  select ranked.*, place > 0 and place + coalesce(recent.told, 0) > :most as is_excess
  from ranked
  left join recent on recent.hook = ranked.hook and recent.agent = ranked.agent
),
-- One of them carries the digest, unless there is one already.
carrier as (
  select distinct on (j.hook, j.agent) j.organisation, j.id
  from judged j
  where j.is_excess and not exists (
    select
    from deliveries d
    join approvals a on a.organisation = d.organisation and a.id = d.approval
    where d.hook = j.hook and a.agent = j.agent and d.is_digest and d.state = 'waiting'
  )
  order by j.hook, j.agent, j.id
),
carried as (
  update deliveries d
  set is_digest = true, due_at = :at::timestamptz + interval '1 minute'
  from carrier
  where d.organisation = carrier.organisation and d.id = carrier.id
),
folded as (
  update deliveries d
  set state = 'sent', error = 'told in a digest'
  from judged j
  where j.is_excess and d.organisation = j.organisation and d.id = j.id and j.id not in (select id from carrier)
)
update deliveries d
set attempts = d.attempts + 1, due_at = :at::timestamptz + interval '1 minute', tried_at = :at::timestamptz
from judged j
where not j.is_excess and d.organisation = j.organisation and d.id = j.id
returning d.id, d.hook, d.approval, d.notice, d.attempts, d.is_digest as "isDigest", d.told_in is not null as "isGathered"
