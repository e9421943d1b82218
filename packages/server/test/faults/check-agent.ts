import { join } from 'node:path';
import { readLog, verifyLog } from '@permesso/gate/log';
import { readMembership, teamDirectory } from '@permesso/gate/team';
import { inspect } from '../harness.ts';
import type { AgentSeen } from './agent-process.ts';

export interface CheckedAgent {
  readonly decided: number;
  /** Entries of its log, all of which the server has. */
  readonly entries: number;
  /** Times that its log could not be written. */
  readonly failed: number;
  readonly asked: number;
  readonly allowed: number;
  /** An approval that was used up and that it never knew: it was killed, or stopped waiting. */
  readonly unseen: number;
  readonly wrong: readonly string[];
}

/** Holds the log of an agent, and what it said while it lived, against what the database says. */
export async function checkAgent(url: string, home: string, seen: AgentSeen): Promise<CheckedAgent> {
  const agent = readMembership(teamDirectory({ home, env: {} }))?.agent;
  const directory = join(home, '.local/state/permesso/log');
  const stored = await inspect<{ readonly seq: number; readonly line: string }>(
    url,
    'select seq::int as seq, line from events where agent = $1 order by seq',
    [agent],
  );
  const uses = await inspect<{ readonly command: string; readonly used: number }>(
    url,
    `select request #>> '{call,input,command}' as command, count(*) filter (where state = 'consumed')::int as used
     from approvals where agent = $1 group by 1`,
    [agent],
  );
  const lines = new Map(stored.map(({ seq, line }) => [seq, line]));
  const unrecorded = new Set(seen.recorded);
  const wrong: string[] = [];
  let entries = 0;
  for (const entry of readLog(directory)) {
    entries += 1;
    if (entry.type === 'decision') unrecorded.delete(String(entry.call.input['command']));
    const line = lines.get(entry.seq);
    if (line === undefined) wrong.push(`entry ${entry.seq} of the agent's log is not there`);
    else if (!line.includes(entry.hash))
      wrong.push(`entry ${entry.seq} of the agent's log is another one there`);
  }
  if (stored.length !== entries)
    wrong.push(`the agent has ${entries} entries and the server ${stored.length}`);
  if (seen.shipped > entries)
    wrong.push(`${seen.shipped} entries were acknowledged and there are ${entries}`);
  for (const command of unrecorded) wrong.push(`${command} was recorded and is not in the log`);
  for (const { message, severity } of verifyLog(directory).findings)
    if (severity === 'broken') wrong.push(`the agent's log: ${message}`);
  if (seen.notAllowed.length > 0)
    wrong.push(`${seen.notAllowed.length} calls were not allowed as the policy says`);
  const used = new Map(uses.map((each) => [each.command, each.used]));
  const allowed = [...seen.asked].filter(([, verdict]) => verdict === 'allow').map(([command]) => command);
  for (const command of allowed)
    if (used.get(command) !== 1)
      wrong.push(`${command} was allowed and its yes was used ${used.get(command)} times`);
  const received = new Set(allowed);
  return {
    decided: seen.decided,
    entries,
    failed: seen.failed,
    asked: seen.asked.size,
    allowed: allowed.length,
    unseen: uses.filter(({ command, used: times }) => times > 0 && !received.has(command)).length,
    wrong: wrong.slice(0, 50),
  };
}
