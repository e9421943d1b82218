import { gzipSync } from 'node:zlib';
import type { Fill } from './requests.ts';
import type { Place, World } from './world.ts';

/** Far behind what agents send in these tests. */
let seq = 1_000_000_000;

/** Counts of an agent, as if it had sent them a moment ago. */
async function countsIn({ sql }: World, { organisation, agent }: Place): Promise<number> {
  const last = ++seq;
  const hash = 'a'.repeat(64);
  const counts = { first: last, before: hash, after: hash, kinds: [], signature: '' };
  const at = '2026-11-17T10:00:00.000Z';
  const line = JSON.stringify({ v: 1, seq: last, at, prev: hash, hash, type: 'counts', counts });
  await sql(
    `insert into batches (organisation, agent, first_seq, last_seq, prev, hash, received_at)
     values ($1, $2, $3, $3, $4, $4, date_trunc('day', now()))`,
    [organisation, agent.id, last, hash],
  );
  await sql(
    `insert into events (organisation, agent, seq, received_at, type, line)
     values ($1, $2, $3, date_trunc('day', now()), 'counts', $4)`,
    [organisation, agent.id, last, line],
  );
  return last;
}

async function demandIn(world: World, place: Place, lines?: Buffer): Promise<string> {
  const last = await countsIn(world, place);
  const [row] = await world.sql(
    `insert into demands (organisation, agent, first_seq, last_seq, asked_by, answered_at, problems, lines)
     values ($1, $2, $3, $3, (select id from people where organisation = $1 limit 1),
       case when $4::bytea is null then null else now() end, case when $4::bytea is null then null else '{}'::text[] end, $4)
     returning id::text as id`,
    [place.organisation, place.agent.id, last, lines ?? null],
  );
  return row?.['id'] ?? '';
}

export const demandRequests: Readonly<Record<string, Fill>> = {
  'PUT /v1/sending': () => ({ body: { send: 'everything' } }),
  'POST /v1/findings/{finding}/acknowledge': async (world, place) => {
    const [row] = await world.sql(
      `insert into findings (organisation, agent, what) values ($1, $2, 'foreign') returning id::text as id`,
      [place.organisation, place.agent.id],
    );
    return { params: { finding: row?.['id'] ?? '' }, body: { reason: 'seen' } };
  },
  'POST /v1/agents/{agent}/demands': async (world, place) => ({
    params: { agent: place.agent.id },
    body: { last: await countsIn(world, place) },
  }),
  'GET /v1/agents/{agent}/demands': (_world, { agent }) => ({ params: { agent: agent.id } }),
  'GET /v1/agents/{agent}/demands/{demand}': async (world, place) => ({
    params: { agent: place.agent.id, demand: await demandIn(world, place, gzipSync('{}\n')) },
  }),
  'POST /v1/agent/demands/{demand}': async (world, place) => ({
    params: { demand: await demandIn(world, place) },
    bytes: Buffer.from('{}\n'),
    headers: { 'content-type': 'application/x-ndjson' },
  }),
};
