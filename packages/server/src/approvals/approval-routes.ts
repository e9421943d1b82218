import { definedFields } from '@permesso/engine/call';
import { approvalStates } from '@permesso/protocol/approval';
import { Type } from 'typebox';
import { only } from '../database/query.ts';
import { createBatcher } from '../database/batcher.ts';
import { Shown, organisationRoutes } from '../identity/index.ts';
import { projectsWith } from '../route/caller.ts';
import { Problem } from '../route/problem.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Uuid, Words } from '../route/shapes.ts';
import { answerObjection } from './answer-objection.ts';
import { scopes, type Approval } from './combine-answers.ts';
import { approvalFigures, listApprovals, questionNamed } from './list-approvals.ts';
import { castVotes, type Ballot, type Voted } from './cast-votes.ts';
import type { ApprovalsContext } from './approvals-context.ts';

const Question = Type.Object({ id: Uuid, project: Uuid, state: Type.String(), digest: Type.String() });

export function approvalRoutes({ database, hints, checkPasskey }: ApprovalsContext): readonly Route[] {
  const cast = createBatcher<Ballot, Voted>({
    work: (organisation, ballots) => database.asOrganisation(organisation, (on) => castVotes(on, ballots)),
  });
  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'viewer', scope: 'listed' },
      {
        path: '/v1/approvals',
        summary: 'Lists approval requests, newest first, with their votes so far.',
        query: exact({ state: Type.Optional(Type.Enum([...approvalStates])) }),
        reply: Type.Object({ approvals: Type.Array(Question) }),
      },
      async (on, { caller, query: { state } }) => ({
        approvals: await listApprovals(on, {
          state: state ?? null,
          id: null,
          projects: projectsWith(caller, 'viewer'),
        }),
      }),
    ),
    readRoute(
      { role: 'viewer', scope: 'approval' },
      {
        path: '/v1/approvals/{approval}',
        summary: 'Returns an approval request.',
        params: exact({ approval: Uuid }),
        reply: Question,
      },
      (on, { params: { approval } }) => questionNamed(on, approval),
    ),
    personRoute(
      { role: 'approver', scope: 'approval' },
      {
        method: 'POST',
        path: '/v1/approvals/{approval}/answer',
        summary:
          'Answers an approval request, bound to `digest`. Approving a call that cannot be undone, or that needs several approvers, requires a passkey (`answer`).',
        params: exact({ approval: Uuid }),
        body: exact({
          digest: Type.String({ maxLength: 100 }),
          verdict: Type.Enum(['allow', 'deny']),
          scope: Type.Optional(Type.Enum([...scopes])),
          rules: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { minItems: 1, maxItems: 20 })),
          until: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
          comment: Type.Optional(Words),
          input: Type.Optional(Type.Object({})),
          passkey: Type.Optional(Shown),
        }),
        mostBytes: 256 * 1024,
        replies: { 200: Type.Object({ state: Type.String() }) },
      },
      async ({ caller, params: { approval }, body }) => {
        const { passkey: shown, ...said } = body;
        const passkey =
          shown === undefined
            ? undefined
            : await checkPasskey(caller, {
                shown,
                act: { act: 'answer', subject: approval, said },
              });
        const { digest, verdict, scope = 'once', comment, input, ...rest } = said;
        const changed = input === undefined ? {} : { input: input as Readonly<Record<string, unknown>> };
        const yes: Approval = { scope, ...rest, ...changed };
        const voted = await cast(caller.organisation, {
          approval,
          person: caller.person,
          digest,
          verdict,
          yes,
          via: caller.via,
          from: caller,
          passkey,
          objection: answerObjection({ verdict, yes }),
          ...definedFields({ comment }),
        });
        if ('problem' in voted) throw voted.problem;
        hints.give('approvals');
        if ('refused' in voted) throw new Problem(voted.isLate ? 409 : 403, voted.refused);
        return { status: 200, json: voted };
      },
    ),
    readRoute(
      { role: 'viewer', scope: 'listed' },
      {
        path: '/v1/approvals/figures/{days}',
        summary: 'Counts approval requests by outcome, with response times.',
        params: exact({ days: Type.String({ pattern: '^[1-9]\\d{0,2}$' }) }),
        reply: Type.Object({ asked: Type.Integer() }),
      },
      (on, { caller, params: { days } }) =>
        only(approvalFigures(on, { days: Number(days), projects: projectsWith(caller, 'viewer') })),
    ),
  ];
}
