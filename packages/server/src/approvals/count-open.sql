-- One look into the index for each: of a list the planner makes a look at all that waits in the organisation.
select
  asked.agent,
  (
    select count(*)
    from approvals p
    where p.organisation = permesso.organisation() and p.agent = asked.agent and p.state = 'pending'
  )::integer as open
from unnest(:agents::uuid[]) as asked (agent)
