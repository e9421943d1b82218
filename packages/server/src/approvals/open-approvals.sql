with asked as (
  select *
  from jsonb_to_recordset(:asked::jsonb) as each_one (
    project uuid, agent uuid, owner uuid, binding text, "callKey" text, digest text, request jsonb, rules text[],
    "isKnown" boolean, more integer, open integer, "isTight" boolean
  )
),
bound as (
  select a.*, c.current,
    sha256(decode(a.binding, 'hex') || convert_to(coalesce(c.current, 0)::text, 'UTF8')) as bound_to
  from asked a
  left join channels c on c.project = a.project
),
known as materialized (
  -- One index lookup per request: for "exists" the planner reads everything that the organisation ever asked. None for an agent below
  -- its limit.
  select b.*, b."isTight" and (
    select p.id
    from approvals p
    where p.organisation = permesso.organisation() and p.agent = b.agent and p.binding = b.bound_to
      and p.state in ('pending', 'approved')
    limit 1
  ) is not null as is_known_question
  from bound b
),
-- An agent that floods is refused beyond :mostOpen open requests. An identical request joins the pending one.
admitted as (
  select k.*, k.is_known_question
    or row_number() over (partition by k.agent, k.is_known_question order by k.binding) + k.open
      <= :mostOpen as is_admitted
  from known k
),
opened as (
  insert into approvals (organisation, project, agent, owner, binding, call_key, digest, request, joined,
    policy_version, quorum, longest, expires_at, escalate_at, due_at)
  select permesso.organisation(), a.project, a.agent, a.owner, a.bound_to, a."callKey", a.digest,
    a.request, a.more, a.current, f.quorum, f.longest, now() + f.answer_in, now() + f.escalate_in,
    now() + least(f.answer_in, f.escalate_in)
  from admitted a
  cross join lateral (
    select
      coalesce(max(r.quorum), 1) as quorum,
      -- The shortest limit of any rule. If the server cannot explain the ask, nothing lasts.
      case when a."isKnown" then coalesce((array['once', 'session', 'project', 'user'])[
        min(array_position(array['once', 'session', 'project', 'user'], r.longest))], 'once') else 'once' end as longest,
      make_interval(mins => coalesce(min(r.answer_minutes), 60)) as answer_in,
      make_interval(mins => min(r.escalate_minutes)) as escalate_in
    from approval_rules r
    where (r.project is null or r.project = a.project)
      -- An ask that the server cannot explain is bound by all rules: the strictest applies.
      and (r.rule = '*' or r.rule = any(a.rules) or not a."isKnown")
  ) f
  where a.is_admitted
  on conflict (organisation, agent, binding) where state in ('pending', 'approved')
  do update set joined = approvals.joined + 1 + excluded.joined
  returning id, project, agent, owner, call_key, digest, state, expires_at, use_before, xmax = 0 as is_new
),
queued as (
  insert into deliveries (organisation, hook, approval)
  select permesso.organisation(), h.id, o.id
  from opened o
  join hooks h on (h.project is null or h.project = o.project)
    and (h.person is null or h.confirmed_at is not null) and h.about <> 'machines'
    and (h.kind <> 'push' or permesso.push_counts(h, o.project, o.owner))
  where o.is_new and not h.only_escalated
  returning approval
)
select
  id,
  agent,
  call_key as "callKey",
  digest,
  state,
  is_new as "isNew",
  id in (select approval from queued) as "isQueued",
  case state when 'pending' then expires_at else use_before end <= clock_timestamp() as "isOver"
from opened
