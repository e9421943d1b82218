insert into policy_counts (organisation, project, version, agent, obeyed, sequence, decisions, denials, asks)
values (permesso.organisation(), :project, :version, :agent, :obeyed, :sequence, :decisions, :denials, :asks)
on conflict (organisation, project, version, agent, obeyed) do update
set sequence = excluded.sequence,
  decisions = policy_counts.decisions + excluded.decisions,
  denials = policy_counts.denials + excluded.denials,
  asks = policy_counts.asks + excluded.asks
where policy_counts.sequence < excluded.sequence
