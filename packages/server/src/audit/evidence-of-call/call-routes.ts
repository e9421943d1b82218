import { Type } from 'typebox';
import { shownSummary } from '../../approvals/index.ts';
import type { ServerContext } from '../../module.ts';
import { queries } from '../../database/query.ts';
import { holdsEverywhere, type PersonCaller } from '../../route/caller.ts';
import { existing } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid } from '../../route/shapes.ts';
import { callPage } from './call-page.ts';
import { provenRecords } from '../evidence.ts';

interface CallEvidence {
  readonly request: Parameters<typeof shownSummary>[0];
  readonly votes: readonly Readonly<Record<string, unknown>>[];
}

const callEvidence = queries(import.meta.dirname)<{ call: CallEvidence }, { approval: string }>(
  'call-evidence.sql',
);

const Approval = exact({ approval: Uuid });
const role = { role: 'viewer', scope: 'approval' } as const;

/** An auditor's evidence about one call: as JSON with the proofs of its votes, and as a page to print. */
export function callRoutes({ database }: ServerContext): readonly Route[] {
  async function evidenceOf(
    caller: PersonCaller,
    approval: string,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { organisation } = caller;
    // Proofs and people's addresses belong to the organisation's record.
    const isWhole = holdsEverywhere(caller, 'viewer');
    return await database.asOrganisation(organisation, async (on) => {
      const found = await existing(callEvidence(on, { approval }), 'approval');
      const { request, votes, ...rest } = found.call;
      const { title, why: reason, effects } = shownSummary(request);
      const proof = isWhole ? await provenRecords(on, { organisation, approval, from: 0 }) : undefined;
      return {
        title,
        ...rest,
        reason,
        effects: effects.map(({ words }) => words),
        cannotBeUndone: effects.some(({ lasting }) => lasting),
        votes: isWhole ? votes : votes.map(({ address: _address, session: _session, ...vote }) => vote),
        proof: proof ?? null,
      };
    });
  }
  return [
    personRoute(
      role,
      {
        method: 'GET',
        path: '/v1/approvals/{approval}/evidence',
        summary:
          'Returns all that is known about one call: rule, policy version, review, votes, outcome, and proofs of the votes that verify offline.',
        params: Approval,
        replies: { 200: Type.Object({ call: Type.Any(), proof: Type.Any() }) },
      },
      async ({ caller, params: { approval } }) => ({
        status: 200,
        json: await evidenceOf(caller, approval),
      }),
    ),
    personRoute(
      role,
      {
        method: 'GET',
        path: '/v1/approvals/{approval}/evidence.html',
        summary: 'Returns the same as one printable page.',
        params: Approval,
        replies: { 200: 'stream' },
      },
      async ({ caller, params: { approval } }) => {
        const { text, headers } = callPage(await evidenceOf(caller, approval));
        return { status: 200, text, headers };
      },
    ),
  ];
}
