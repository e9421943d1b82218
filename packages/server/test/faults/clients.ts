import { gzipSync } from 'node:zlib';
import { setTimeout as wait } from 'node:timers/promises';
import { emptyTail, type Tail } from 'permesso/team';
import { ask, type TestAgent } from '../harness.ts';
import { makeLines } from '../lines.ts';
import { question } from '../question.ts';

/** What clients saw with their own eyes, to be held against the database afterwards. */
export interface Seen {
  /** Agent -> the highest entry that a server acknowledged. */
  readonly acknowledged: Map<string, number>;
  /** Question -> how often an agent was given its yes. */
  readonly used: Map<string, number>;
  /** Question -> verdicts that a person was told had counted. */
  readonly counted: Map<string, string[]>;
  readonly asked: Set<string>;
  requests: number;
  failures: number;
}

export function newSeen(): Seen {
  return {
    acknowledged: new Map(),
    used: new Map(),
    counted: new Map(),
    asked: new Set(),
    requests: 0,
    failures: 0,
  };
}

export interface ClientOptions {
  readonly seen: Seen;
  /** A server that may be alive. */
  readonly url: () => string;
  readonly over: () => boolean;
  readonly random: () => number;
}

/** Keeps trying: a request that fails has happened or has not, and the client does not know. */
async function attempt<T>(work: () => Promise<T>, { seen }: ClientOptions): Promise<T | undefined> {
  seen.requests += 1;
  try {
    return await work();
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
    const send = (
      lines: readonly string[],
    ): ReturnType<typeof attempt<{ status: number; json: { seq?: number } }>> =>
      attempt(
        () =>
          agent.askAt(url(), 'POST /v1/agent/events', {
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

  function note(found: { status: number; json: { seq?: number } } | undefined): void {
    if (found?.status === 200 && found.json.seq !== undefined)
      seen.acknowledged.set(agent.id, Math.max(seen.acknowledged.get(agent.id) ?? 0, found.json.seq));
  }
}

/** Asks, has two people answer at once, and tries to use the yes several times. */
export async function asking(
  agent: TestAgent,
  tokens: readonly string[],
  options: ClientOptions,
): Promise<void> {
  const { seen, url, over, random } = options;
  const digest = 'a digest of the question';
  for (let round = 0; !over(); round++) {
    const callKey = `${agent.id} ${round}`;
    const put = await attempt(
      () => agent.askAt(url(), 'POST /v1/agent/approvals', { body: question({ callKey }) }),
      options,
    );
    const id: string | undefined = put?.json.id;
    if (id === undefined) continue;
    seen.asked.add(id);
    const answers = tokens.map(async (token) => {
      const verdict = random() < 0.7 ? 'allow' : 'deny';
      for (let tries = 0; tries < 3 && !over(); tries++) {
        const found = await attempt(
          () => ask({ url: url() }, `POST /v1/approvals/${id}/answer`, { token, body: { digest, verdict } }),
          options,
        );
        if (found?.status === 200 && found.json.state !== 'pending')
          seen.counted.set(id, [...(seen.counted.get(id) ?? []), found.json.state]);
        if (found !== undefined && found.status < 500) break;
      }
    });
    const uses = Array.from({ length: 3 }, async () => {
      for (let tries = 0; tries < 5 && !over(); tries++) {
        const found = await attempt(
          () => agent.askAt(url(), `POST /v1/agent/approvals/${id}/use`, { body: { callKey, digest } }),
          options,
        );
        if (found?.status === 200) seen.used.set(id, (seen.used.get(id) ?? 0) + 1);
        await wait(5 + random() * 20);
      }
    });
    await Promise.all([...answers, ...uses]);
  }
}
