import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { newSigningKey, type SigningKey, signRequest } from '@permesso/protocol/bundle';
import { emptyTail, type Tail } from '@permesso/protocol/entry';
import { inspect, type Team } from '../harness.ts';
import { makeLines } from '../lines.ts';
import { rawRequest } from './raw-request.ts';

/** Agents that have a key, a row and a chain, and no process. */
export interface SimulatedAgents {
  readonly ids: readonly string[];
  /** The next entries of one agent, as text. */
  readonly nextEntries: (lane: number, count?: number) => Buffer;
  /** A request that sends them, as an agent would sign it now. */
  readonly signedEntries: (lane: number, count?: number) => Buffer;
  /** A request that sends these lines. */
  readonly signedLines: (lane: number, lines: Buffer) => Buffer;
  /** Any request, signed by one agent: `POST /v1/agent/approvals`. */
  readonly signed: (lane: number, what: string, sent: SentBody) => Buffer;
  /** Goes on behind what is stored: what was made and not sent is forgotten. */
  readonly readHeads: () => Promise<void>;
}

export interface SentBody {
  readonly body: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SimulatedAgentsOptions {
  readonly url: string;
  readonly team: Team;
  readonly count: number;
}

/** Added to the table: enrolling is limited for strangers, so that many would take minutes. */
export async function simulateAgents({ url, team, count }: SimulatedAgentsOptions): Promise<SimulatedAgents> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const keys = ids.map(newSigningKey);
  const keyOf = (lane: number): SigningKey => keys[lane] as SigningKey;
  await inspect(
    url,
    `insert into agents (organisation, id, project, owner, name, public_key)
     select $1, id, $2, $3, 'simulated', key from unnest($4::uuid[], $5::bytea[]) as made (id, key)`,
    [
      team.organisation,
      team.project,
      team.people['owner']?.person,
      ids,
      ids.map((_, lane) => keyOf(lane).publicKey),
    ],
  );
  const lanes = new Map<string, number>(ids.map((id, lane) => [id, lane]));
  const tails: Tail[] = ids.map(() => emptyTail);

  function nextEntries(lane: number, entries = 1): Buffer {
    const made = makeLines(entries, tails[lane]);
    tails[lane] = made.tail;
    return Buffer.from(made.lines.join(''));
  }

  function signed(lane: number, what: string, { body, headers = {} }: SentBody): Buffer {
    const [method = '', target = ''] = what.split(' ');
    const by = { agent: ids[lane] ?? '', key: keyOf(lane).privateKey, at: Date.now() };
    const authorization = signRequest({ method, target, body }, by);
    return rawRequest(what, { headers: { authorization, ...headers }, body });
  }

  /** As a real agent does. */
  function signedLines(lane: number, lines: Buffer): Buffer {
    const sent =
      lines.length < 2048
        ? { body: lines }
        : { body: gzipSync(lines, { level: 1 }), headers: { 'content-encoding': 'gzip' } };
    return signed(lane, 'POST /v1/agent/entries', sent);
  }

  return {
    ids,
    nextEntries,
    signed,
    signedLines,
    signedEntries: (lane, entries) => signedLines(lane, nextEntries(lane, entries)),
    readHeads: async () => {
      const heads = await inspect<{ agent: string; seq: number; hash: string }>(
        url,
        'select agent, seq::int as seq, hash from agent_heads where agent = any($1::uuid[])',
        [ids],
      );
      tails.fill(emptyTail);
      for (const { agent, seq, hash } of heads) tails[lanes.get(agent) ?? 0] = { seq, hash };
    },
  };
}
