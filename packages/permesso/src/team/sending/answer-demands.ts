import { gzipSync } from 'node:zlib';
import { isRecord } from '@permesso/engine/call';
import type { Membership } from '../../storage/membership.ts';
import { runsAfter } from './log-runs.ts';
import { askServer } from '../server-request.ts';

/** Entries that were counted and are wanted in full. */
interface Demand {
  readonly id: string;
  readonly first: number;
  readonly last: number;
}

/** Sends what the team wants to see of what was left out. How many runs were sent. */
export async function answerDemands(logDirectory: string, membership: Membership): Promise<number> {
  const reply = await askServer(membership, { path: '/v1/agent/demands' });
  // A server from before there were any.
  if (reply.status !== 200) return 0;
  const { demands } = reply.json();
  let answered = 0;
  for (const { id, first, last } of Array.isArray(demands) ? demands.filter(isDemand) : []) {
    const lines = entriesBetween(logDirectory, first, last);
    const sent = await askServer(membership, {
      method: 'POST',
      path: `/v1/agent/demands/${id}`,
      bytes: gzipSync(Buffer.from(lines)),
      headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
      patience: 30_000,
    });
    if (sent.status !== 200) throw new Error(`the server took no entries that it wanted: ${sent.why()}`);
    answered += 1;
  }
  return answered;
}

function isDemand(value: unknown): value is Demand {
  if (!isRecord(value)) return false;
  const { id, first, last } = value;
  return (
    typeof id === 'string' && /^\d{1,18}$/.test(id) && typeof first === 'number' && typeof last === 'number'
  );
}

/** As they lie on disk; nothing for what the log has dropped since. */
function entriesBetween(logDirectory: string, first: number, last: number): string {
  const found: string[] = [];
  for (const { lines } of runsAfter(logDirectory, first - 1))
    for (const { text, entry } of lines) {
      if (entry !== undefined && entry.seq > last) return found.join('');
      if (entry !== undefined) found.push(text);
    }
  return found.join('');
}
