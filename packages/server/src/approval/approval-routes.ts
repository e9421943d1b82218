import { approvalStates } from '@permesso/protocol/approval/approval-step';
import { Type } from 'typebox';
import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { first, only, query } from '../database/query.ts';
import { createBatcher } from '../database/batcher.ts';
import { Shown, usePasskey, type PasskeyPlace } from '../identity/passkeys/use-passkey.ts';
import { recordAdminAction } from '../identity/admin-audit.ts';
import { reissue } from '../policy/policy-channel.ts';
import { projectsWith } from '../route/caller.ts';
import { notFound, Problem } from '../route/problem.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Uuid, Words } from '../route/shapes.ts';
import { answerObjection } from './answer-objection.ts';
import { scopes, type Approval } from './combine-answers.ts';
import { approvalFigures, listApprovals, questionNamed } from './list-approvals.ts';
import { castVotes, type Ballot, type Voted } from './cast-votes.ts';
import type { SealKeys } from '../secrets/seal.ts';

const folder = import.meta.dirname;
const putRule = query<
  { readonly id: string },
  {
    readonly project: string | null;
    readonly rule: string;
    readonly quorum: number;
    readonly answer: number;
    readonly escalate: number | null;
    readonly teamQuorum: number;
  }
>(folder, 'put-approval-rule.sql');
const listRules = query<Readonly<Record<string, unknown>>, { readonly projects: readonly string[] | null }>(
  folder,
  'list-approval-rules.sql',
);
const removeRule = query<{ readonly id: string }, { readonly id: string }>(
  folder,
  'remove-approval-rule.sql',
);

export interface ApprovalRoutesOptions {
  readonly database: Database;
  readonly hints: Notifications;
  readonly secret: SealKeys;
  readonly party: PasskeyPlace['party'];
}

const Minutes = Type.Integer({ minimum: 1, maximum: 43_200 });
const Question = Type.Object({ id: Uuid, project: Uuid, state: Type.String(), digest: Type.String() });

export function approvalRoutes({ database, hints, secret, party }: ApprovalRoutesOptions): readonly Route[] {
  const cast = createBatcher<Ballot, Voted>({
    work: (organisation, ballots) => database.asOrganisation(organisation, (on) => castVotes(on, ballots)),
  });
  return [
    personRoute(
      { role: 'viewer', scope: 'listed' },
      {
        method: 'GET',
        path: '/v1/approvals',
        summary: 'Questions, newest first, with the answers so far.',
        query: exact({ state: Type.Optional(Type.Enum([...approvalStates])) }),
        replies: { 200: Type.Object({ approvals: Type.Array(Question) }) },
      },
      async ({ caller, query: { state } }) => ({
        status: 200,
        json: {
          approvals: await database.asOrganisation(caller.organisation, (on) =>
            listApprovals(on, { state: state ?? null, id: null, projects: projectsWith(caller, 'viewer') }),
          ),
        },
      }),
    ),
    personRoute(
      { role: 'viewer', scope: 'approval' },
      {
        method: 'GET',
        path: '/v1/approvals/{approval}',
        summary: 'One question.',
        params: exact({ approval: Uuid }),
        replies: { 200: Question },
      },
      async ({ caller, params: { approval } }) => ({
        status: 200,
        json: await database.asOrganisation(caller.organisation, (on) => questionNamed(on, approval)),
      }),
    ),
    personRoute(
      { role: 'approver', scope: 'approval' },
      {
        method: 'POST',
        path: '/v1/approvals/{approval}/answer',
        summary:
          'Answers a question, about exactly what `digest` names. To allow what cannot be undone or several must allow, show a passkey (`answer`).',
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
            : await usePasskey({ database, party }, caller, {
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
          passkey,
          objection: answerObjection({ verdict, yes }),
          ...(comment === undefined ? {} : { comment }),
        });
        if ('problem' in voted) throw voted.problem;
        hints.give('approvals');
        if ('refused' in voted) throw new Problem(voted.isLate ? 409 : 403, voted.refused);
        return { status: 200, json: voted };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'listed' },
      {
        method: 'GET',
        path: '/v1/approvals/figures/{days}',
        summary: 'How many were asked, how they were answered, and how long that took.',
        params: exact({ days: Type.String({ pattern: '^[1-9]\\d{0,2}$' }) }),
        replies: { 200: Type.Object({ asked: Type.Integer() }) },
      },
      async ({ caller, params: { days } }) => ({
        status: 200,
        json: await database.asOrganisation(caller.organisation, (on) =>
          only(approvalFigures(on, { days: Number(days), projects: projectsWith(caller, 'viewer') })),
        ),
      }),
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/approval-rules',
        summary: 'Says how many must agree to what a rule asks, how soon, and when others are told.',
        body: exact({
          project: Type.Union([Uuid, Type.Null()]),
          rule: Words,
          quorum: Type.Integer({ minimum: 1, maximum: 10 }),
          answerMinutes: Minutes,
          escalateMinutes: Type.Union([Minutes, Type.Null()]),
          // One alone never grants anything to a whole team.
          teamQuorum: Type.Optional(Type.Integer({ minimum: 2, maximum: 10 })),
        }),
        replies: { 201: Type.Object({ id: Uuid }) },
      },
      async ({ caller, body }) => {
        const { project, rule, quorum, answerMinutes, escalateMinutes, teamQuorum = 2 } = body;
        const made = await database.asOrganisation(caller.organisation, async (on) => {
          const row = await only(
            putRule(on, {
              project,
              rule,
              quorum,
              answer: answerMinutes,
              escalate: escalateMinutes,
              teamQuorum,
            }),
          );
          await recordAdminAction(on, {
            by: caller,
            act: 'approval-rule.add',
            subject: row.id,
            detail: body,
          });
          // Agents without contact must know what they may not ask about on their own machine.
          await reissue(on, project, { organisation: caller.organisation, secret });
          return row;
        });
        hints.give('bundles');
        return { status: 201, json: made };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'listed' },
      {
        method: 'GET',
        path: '/v1/approval-rules',
        summary: 'How many must agree to what.',
        replies: { 200: Type.Object({ rules: Type.Array(Type.Object({ id: Uuid })) }) },
      },
      async ({ caller }) => ({
        status: 200,
        json: {
          rules: await database.asOrganisation(caller.organisation, (on) =>
            listRules(on, { projects: projectsWith(caller, 'viewer') }),
          ),
        },
      }),
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'DELETE',
        path: '/v1/approval-rules/{rule}',
        summary: 'Removes such a rule.',
        params: exact({ rule: Uuid }),
        replies: { 204: 'none' },
      },
      async ({ caller, params: { rule } }) => {
        await database.asOrganisation(caller.organisation, async (on) => {
          if ((await first(removeRule(on, { id: rule }))) === undefined) throw notFound('rule');
          await recordAdminAction(on, { by: caller, act: 'approval-rule.remove', subject: rule });
          await reissue(on, null, { organisation: caller.organisation, secret });
        });
        hints.give('bundles');
        return { status: 204 };
      },
    ),
  ];
}
