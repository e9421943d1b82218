/** An agent of a team: joining, syncing, the gate, proofs. What the server shares with it is `@permesso/protocol`. */
export { joinTeam, type JoinOptions } from './team/join-team.ts';
export { readMembership, teamDirectory, type Membership } from './disk/membership.ts';
export { ServerAway } from './team/server-request.ts';
export { sendLog, type SentLog } from './team/send-log.ts';
export { syncTeam, type Synced } from './team/sync-team.ts';
export { teamApprover } from './team/team-approver.ts';
export { createTeamGate, type TeamGate, type TeamGateOptions } from './team/team-gate.ts';
export { verifyEvidence, type EvidenceCheck } from './team/verify-evidence.ts';
