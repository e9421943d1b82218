-- One index lookup per agent: for a list the planner reads every pending request of the organisation.
select
  asked.agent,
  (
    select count(*)
    from approvals p
    where p.organisation = permesso.organisation() and p.agent = asked.agent and p.state = 'pending'
  )::integer as open
from unnest(:agents::uuid[]) as asked (agent)
