import { organisationRoutes } from '../identity/index.ts';
import { definedFields } from '@permesso/engine/call';
import { Type } from 'typebox';
import { queries } from '../database/query.ts';
import { Problem, existing } from '../route/problem.ts';
import { agentRoute, type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';
import { evidenceFor } from './evidence.ts';
import { createIngest } from './ingest.ts';
import { readBatch } from './read-batch.ts';
import type { AuditContext } from './audit-context.ts';

const findAgent = queries(import.meta.dirname)<{ id: string }, { agent: string }>('find-agent.sql');

const Seq = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Wish = exact({ after: Type.Optional(Seq), since: Type.Optional(Seq) });
const Proven = Type.Object({
  checkpoint: Type.Object({ size: Type.Integer() }),
  batches: Type.Array(Type.Any()),
});

export function ingestRoutes({ database, now, batchesTogether, take }: AuditContext): readonly Route[] {
  const ingest = createIngest({ database, now, batchesTogether });
  const { readRoute } = organisationRoutes(database);
  return [
    agentRoute(
      {
        method: 'POST',
        path: '/v1/agent/entries',
        summary:
          "Ingests entries of an agent's log, gzip or plain. 200: everything up to `seq` is stored exactly once. 202: everything up to `seq` is stored, later entries are in flight; send `after` with the next batch.",
        query: exact({
          gap: Type.Optional(Type.Enum(['accept'])),
          after: Type.Optional(Type.String({ maxLength: 200 })),
        }),
        body: 'lines',
        mostBytes: 4 * 1024 * 1024,
        replies: {
          200: Type.Object({ seq: Type.Integer(), stored: Type.Integer() }),
          202: Type.Object({ seq: Type.Integer(), taken: Type.Integer(), after: Type.String() }),
        },
      },
      async ({ caller, query: { gap, after }, bytes, header }) => {
        const encoding = header('content-encoding');
        const batch = await readBatch(bytes, encoding);
        const sending = { caller, acceptGap: gap === 'accept' };
        const found =
          take === undefined
            ? await ingest(batch, sending)
            : await take({ ...sending, batch, bytes, encoding, after });
        if ('expected' in found)
          throw new Problem(409, `send from entry ${found.expected} on`, { expected: found.expected });
        return 'taken' in found ? { status: 202, json: found } : { status: 200, json: found };
      },
    ),
    agentRoute(
      {
        method: 'GET',
        path: '/v1/agent/evidence',
        summary: "Returns inclusion proofs for this agent's entries, verifiable offline.",
        query: Wish,
        replies: { 200: Proven },
      },
      async ({ caller, query: { after = 0, since } }) => ({
        status: 200,
        json: await database.asOrganisation(caller.organisation, (on) =>
          evidenceFor(on, { ...caller, after, ...definedFields({ since }) }),
        ),
      }),
    ),
    readRoute(
      { role: 'viewer', scope: 'organisation' },
      {
        path: '/v1/agents/{agent}/evidence',
        summary: 'Returns inclusion proofs for people, verifiable offline.',
        params: exact({ agent: Uuid }),
        query: Wish,
        reply: Proven,
      },
      async (on, { caller: { organisation }, params: { agent }, query: { after = 0, since } }) => {
        await existing(findAgent(on, { agent }), 'agent');
        return await evidenceFor(on, {
          organisation,
          agent,
          after,
          ...definedFields({ since }),
        });
      },
    ),
  ];
}
