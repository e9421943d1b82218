import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { setTimeout as wait } from 'node:timers/promises';
import { emptyTail, type Tail } from '@permesso/protocol/entry';
import { ask, inspect, type Answered, type TestAgent } from '../harness.ts';
import { makeLines } from '../lines.ts';
import { question } from '../question.ts';
import type { Seen } from './seen.ts';

export interface ClientOptions {
  readonly seen: Seen;
  /** A server that may be alive, by a network that may fail. */
  readonly url: () => string;
  /** The database itself, to let time pass in it. */
  readonly databaseUrl: () => string;
  readonly over: () => boolean;
  readonly random: () => number;
}

const digest = 'a digest of the question';

/** A request that fails has happened or has not, and the client does not know. */
async function attempt(
  work: () => Promise<Answered>,
  { seen }: ClientOptions,
): Promise<Answered | undefined> {
  seen.requests += 1;
  try {
    const found = await work();
    if (found.status >= 500) seen.failures += 1;
    return found;
  } catch {
    seen.failures += 1;
    await wait(20);
    return undefined;
  }
}

/** Sends its chain in pieces: sometimes twice, sometimes the later one first. */
export async function shipping(agent: TestAgent, options: ClientOptions): Promise<void> {
  const { seen, url, over, random } = options;
  let tail: Tail = emptyTail;
  let piece = makeLines(10, tail);
  while (!over()) {
    const following = makeLines(10, piece.tail);
    const send = (lines: readonly string[]): Promise<Answered | undefined> =>
      attempt(
        () =>
          agent.askAt(url(), 'POST /v1/agent/entries', {
            bytes: gzipSync(lines.join('')),
            headers: { 'content-encoding': 'gzip' },
          }),
        options,
      );
    if (random() < 0.2) note(await send(following.lines));
    const found = await send(piece.lines);
    note(found);
    if (random() < 0.3) note(await send(piece.lines));
    if (found?.status === 200) {
      tail = piece.tail;
      piece = makeLines(10, tail);
    }
  }

  function note(found: Answered | undefined): void {
    if (found?.status === 200 && found.json.seq !== undefined)
      seen.acknowledged.set(agent.id, Math.max(seen.acknowledged.get(agent.id) ?? 0, found.json.seq));
  }
}

/** Asks, has two people answer at once, tries to use the approval several times, and lets some questions grow too old. */
export async function asking(
  agent: TestAgent,
  tokens: readonly string[],
  options: ClientOptions,
): Promise<void> {
  const { seen, url, over, random } = options;
  for (let round = 0; !over(); round++) {
    const callKey = `${agent.id} ${round}`;
    const put = await attempt(
      () => agent.askAt(url(), 'POST /v1/agent/approvals', { body: question({ callKey }) }),
      options,
    );
    const id: string | undefined = put?.json.id;
    if (id === undefined) continue;
    seen.asked.add(id);
    if (random() < 0.2) await grownOld(id, 'pending', options);
    await Promise.all(tokens.map((token) => answering(id, token, options)));
    if (random() < 0.2) await grownOld(id, 'approved', options);
    await Promise.all(Array.from({ length: 3 }, () => using(id, callKey, { agent, options })));
  }
}

async function answering(id: string, token: string, options: ClientOptions): Promise<void> {
  const { seen, url, over, random } = options;
  const verdict = random() < 0.7 ? 'allow' : 'deny';
  for (let tries = 0; tries < 3 && !over(); tries++) {
    const found = await attempt(
      () => ask({ url: url() }, `POST /v1/approvals/${id}/answer`, { token, body: { digest, verdict } }),
      options,
    );
    if (found?.status === 200 && found.json.state !== 'pending')
      seen.counted.set(id, [...(seen.counted.get(id) ?? []), found.json.state]);
    if (found !== undefined && found.status < 500) return;
  }
}

/** One who wants to run the call: asks again with the same name for its use while replies are lost. */
async function using(
  id: string,
  callKey: string,
  { agent, options }: { readonly agent: TestAgent; readonly options: ClientOptions },
): Promise<void> {
  const { seen, url, over, random } = options;
  const use = randomUUID();
  for (let tries = 0; tries < 5 && !over(); tries++) {
    const found = await attempt(
      () => agent.askAt(url(), `POST /v1/agent/approvals/${id}/use`, { body: { callKey, digest, use } }),
      options,
    );
    if (found?.status === 200) seen.used.set(id, (seen.used.get(id) ?? new Set()).add(use));
    await wait(5 + random() * 20);
  }
}

/** Time passes for one question, in the database. Whether somebody tidies up after it is left to chance. */
async function grownOld(id: string, state: 'pending' | 'approved', options: ClientOptions): Promise<void> {
  const { databaseUrl, seen, random } = options;
  const end = state === 'pending' ? 'expires_at' : 'use_before';
  const due = random() < 0.5 ? ', due_at = clock_timestamp()' : '';
  try {
    const rows = await inspect(
      databaseUrl(),
      `update approvals set ${end} = clock_timestamp() - interval '1 second'${due} where id = $1 and state = $2 returning id`,
      [id, state],
    );
    if (rows.length > 0) seen.overdue.set(id, state);
  } catch {
    // The database was just killed; whether time has passed is not known, so nothing is claimed about this one.
    seen.failures += 1;
  }
}
