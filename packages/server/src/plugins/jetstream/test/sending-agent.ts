import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyTail } from '@permesso/protocol/entry';
import { joinTeam, sendLog, type Membership, type SentLog } from '@permesso/gate/team';
import { signRequest } from '@permesso/protocol/bundle';
import type { Team } from '../../../../test/harness.ts';
import { makeLines } from '../../../../test/lines.ts';

/** An agent's log on disk with the product's own sender. */
export interface SendingAgent {
  readonly id: string;
  /** Adds this many entries to its log. */
  readonly write: (count: number) => void;
  readonly written: () => number;
  /** One sync with a server. Rejects if the product reports the server as unreachable. */
  readonly send: (url?: string) => Promise<SentLog>;
  /** The status of a raw request with the entries not yet forgotten. */
  readonly post: () => Promise<number>;
  /** Changes the last line of its log. */
  readonly spoilLast: () => void;
  /** The last entry that it will never send again. */
  readonly forgotten: () => number;
  readonly directory: string;
  readonly remove: () => void;
}

export async function createSendingAgent(url: string, team: Team): Promise<SendingAgent> {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-sending-'));
  const [directory, logDirectory] = [join(folder, 'team'), join(folder, 'log')];
  mkdirSync(logDirectory);
  const membership: Membership = await joinTeam({ url, token: team.enrolment, name: 'an agent', directory });
  const log = join(logDirectory, 'log.jsonl');
  let tail = emptyTail;
  return {
    id: membership.agent,
    directory,
    write: (count) => {
      const made = makeLines(count, tail);
      appendFileSync(log, made.lines.join(''));
      tail = made.tail;
    },
    written: () => tail.seq,
    send: (at = url) => sendLog(logDirectory, directory, { ...membership, url: at }),
    post: async () => {
      const body = Buffer.from(readFileSync(log, 'utf8').split('\n').slice(shippedIn(directory)).join('\n'));
      const target = '/v1/agent/entries';
      const authorization = signRequest(
        { method: 'POST', target, body },
        { agent: membership.agent, key: membership.privateKey, at: Date.now() },
      );
      return (await fetch(url + target, { method: 'POST', headers: { authorization }, body })).status;
    },
    spoilLast: () =>
      writeFileSync(log, readFileSync(log, 'utf8').replace(/echo \d+(?=[^\n]*\n$)/, 'echo nothing')),
    forgotten: () => shippedIn(directory),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function shippedIn(directory: string): number {
  try {
    return (JSON.parse(readFileSync(join(directory, 'shipped.json'), 'utf8')) as { readonly seq: number })
      .seq;
  } catch {
    return 0;
  }
}
