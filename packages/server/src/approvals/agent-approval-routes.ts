import { type ApprovalRequest, approvalStates } from '@permesso/protocol/approval';
import { Type } from 'typebox';
import { first, queries } from '../database/query.ts';
import { createBatcher } from '../database/batcher.ts';
import { notFound, Problem } from '../route/problem.ts';
import { agentRoute, type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';
import { askedBy, mostOpen, openRequests, type NewRequest, type OpenedRequest } from './open-requests.ts';
import { withdrawApproval, type ApprovalRow } from './approval-rows.ts';
import { useApprovals, type Use, type Used } from './use-approvals.ts';
import type { ApprovalsContext } from './approvals-context.ts';

const lookAtApproval = queries(import.meta.dirname)<Look, { id: string }>('look-at-approval.sql');

/** The fields that a waiting agent needs; the request itself is not loaded. */
type Look = Pick<ApprovalRow, 'agent' | 'state' | 'expiresAt' | 'answer' | 'why' | 'at'>;

const Key = Type.String({ minLength: 1, maxLength: 100 });
const Question = exact({ approval: Uuid });
const State = Type.Object({ state: Type.Enum([...approvalStates]), answer: Type.Optional(Type.Any()) });

/** The agent chooses what is shown; the fields needed to handle the request are checked. */
const Request = Type.Object({
  id: Key,
  callKey: Key,
  digest: Key,
  call: Type.Object({
    tool: Type.String({ minLength: 1, maxLength: 500 }),
    input: Type.Object({}),
    cwd: Type.Optional(Type.String({ maxLength: 5000 })),
  }),
  decision: Type.Object({ verdict: Type.Enum(['ask']), receipt: Type.Object({}) }),
  effects: Type.Array(Type.Any(), { maxItems: 1000 }),
  scopes: Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 }),
  editable: Type.Boolean(),
});

export function agentApprovalRoutes(options: ApprovalsContext): readonly Route[] {
  const { database, hints, waiting, stopping } = options;
  const open = createBatcher<NewRequest, OpenedRequest | undefined>({
    work: (organisation, asked) => database.asOrganisation(organisation, (on) => openRequests(on, asked)),
  });
  const use = createBatcher<Use, Used>({
    work: (organisation, uses) => database.asOrganisation(organisation, (on) => useApprovals(on, uses)),
  });
  return [
    agentRoute(
      {
        method: 'POST',
        path: '/v1/agent/approvals',
        summary: 'Creates an approval request. An identical pending request is reused.',
        body: exact({ request: Request }),
        mostBytes: 512 * 1024,
        replies: { 201: Type.Object({ id: Uuid, state: Type.String() }), 200: Type.Object({ id: Uuid }) },
      },
      async ({ caller, body }) => {
        const request = body.request as unknown as ApprovalRequest;
        const opened = await open(caller.organisation, askedBy(caller, request));
        if (opened === undefined)
          throw new Problem(
            409,
            `this agent has ${mostOpen} open approval requests already; answer or withdraw some of them first`,
          );
        const { id, state, isNew, isQueued } = opened;
        if (isNew) hints.give('requests');
        if (isQueued) hints.give('deliveries');
        return { status: isNew ? 201 : 200, json: { id, state } };
      },
    ),
    agentRoute(
      {
        method: 'GET',
        path: '/v1/agent/approvals/{approval}',
        summary: 'Waits up to `seconds` for an answer. An approval is returned with its use id.',
        params: Question,
        query: exact({ seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 55 })) }),
        replies: { 200: State },
      },
      async ({ caller, params: { approval }, query: { seconds = 0 }, signal }) => {
        const look = async (): Promise<Look> => {
          const row = await database.asOrganisation(caller.organisation, (on) =>
            first(lookAtApproval(on, { id: approval })),
          );
          if (row === undefined || row.agent !== caller.agent) throw notFound('question');
          return row;
        };
        let row = await look();
        if (row.state === 'pending' && seconds > 0) {
          const over = AbortSignal.any([signal, stopping, AbortSignal.timeout(seconds * 1000)]);
          await waiting.until(approval, over);
          row = await look();
        }
        return { status: 200, json: stateOf(row) };
      },
    ),
    agentRoute(
      {
        method: 'POST',
        path: '/v1/agent/approvals/{approval}/use',
        summary: 'Consumes an approval for the approved call. Idempotent per `use` id.',
        params: Question,
        body: exact({ callKey: Key, digest: Key, use: Type.Optional(Key) }),
        replies: { 200: Type.Object({ answer: Type.Any() }) },
      },
      async ({ caller, params: { approval }, body }) => {
        const used = await use(caller.organisation, { id: approval, agent: caller.agent, ...body });
        if (used === undefined) throw notFound('question');
        hints.give('approvals');
        if ('refused' in used) throw new Problem(409, used.refused);
        return { status: 200, json: used };
      },
    ),
    agentRoute(
      {
        method: 'DELETE',
        path: '/v1/agent/approvals/{approval}',
        summary: 'Withdraws an approval request.',
        params: Question,
        replies: { 204: 'none' },
      },
      async ({ caller, params: { approval } }) => {
        await database.asOrganisation(caller.organisation, (on) => withdrawApproval(on, approval, caller));
        hints.give('approvals');
        return { status: 204 };
      },
    ),
  ];
}

/** An approval is not reported before it is used, so that no call runs on the strength of a look. */
function stateOf({ state, answer, why, expiresAt, at }: Look): Readonly<Record<string, unknown>> {
  if (state === 'pending' && at >= expiresAt) return { state: 'expired' };
  return {
    state,
    ...(state === 'denied' ? { answer } : {}),
    ...(why === null ? {} : { why }),
  };
}
