insert into policy_counts (organisation, project, version, agent, obeyed, sequence, decisions, denials, asks)
values (permesso.organisation(), $1, $2, $3, $4, $5, $6, $7, $8)
on conflict (organisation, project, version, agent, obeyed) do update
set sequence = excluded.sequence,
  decisions = policy_counts.decisions + excluded.decisions,
  denials = policy_counts.denials + excluded.denials,
  asks = policy_counts.asks + excluded.asks
where policy_counts.sequence < excluded.sequence
