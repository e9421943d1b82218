import { Type } from 'typebox';
import type { Database } from '../database/database.ts';
import type { Hints } from '../database/hints.ts';
import { first, only, query } from '../database/query.ts';
import { recordAct } from '../identity/act.ts';
import { holds, holdsEverywhere, type PersonCaller } from '../route/caller.ts';
import { notFound, Problem } from '../route/problem.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Uuid, Words } from '../route/shapes.ts';
import { scopes } from './combine-answers.ts';
import { castVote } from './questions.ts';
import { approvalStates } from './step.ts';

const folder = import.meta.dirname;
const listApprovals = query<Listed, [state: string | null, id: string | null]>(folder, 'list-approvals.sql');
const figures = query<Readonly<Record<string, unknown>>, [days: number]>(folder, 'approval-figures.sql');
const putRule = query<
  { readonly id: string },
  [project: string | null, rule: string, quorum: number, answer: number, escalate: number | null]
>(folder, 'put-approval-rule.sql');
const listRules = query<Readonly<Record<string, unknown>>, []>(folder, 'list-approval-rules.sql');
const removeRule = query<{ readonly id: string }, [id: string]>(folder, 'remove-approval-rule.sql');

export interface Listed {
  readonly id: string;
  readonly project: string;
  readonly state: string;
  readonly request: { readonly scopes: readonly string[] };
}

export interface ApprovalRoutesOptions {
  readonly database: Database;
  readonly hints: Hints;
}

const Minutes = Type.Integer({ minimum: 1, maximum: 43_200 });
const Question = Type.Object({ id: Uuid, project: Uuid, state: Type.String(), digest: Type.String() });

export function approvalRoutes({ database, hints }: ApprovalRoutesOptions): readonly Route[] {
  return [
    personRoute(
      'viewer',
      {
        method: 'GET',
        path: '/v1/approvals',
        summary: 'Questions, newest first, with the answers so far.',
        query: exact({ state: Type.Optional(Type.Enum([...approvalStates])) }),
        replies: { 200: Type.Object({ approvals: Type.Array(Question) }) },
      },
      async ({ caller, query: { state } }) => {
        const found = await database.asOrganisation(caller.organisation, (on) =>
          listApprovals(on, state ?? null, null),
        );
        return {
          status: 200,
          json: { approvals: found.filter(({ project }) => holds(caller, 'viewer', project)) },
        };
      },
    ),
    personRoute(
      'viewer',
      {
        method: 'GET',
        path: '/v1/approvals/{approval}',
        summary: 'One question.',
        params: exact({ approval: Uuid }),
        replies: { 200: Question },
      },
      async ({ caller, params: { approval } }) => ({
        status: 200,
        json: await visible(database, caller, approval),
      }),
    ),
    personRoute(
      'approver',
      {
        method: 'POST',
        path: '/v1/approvals/{approval}/answer',
        summary: 'Answers a question, about exactly what `digest` names.',
        params: exact({ approval: Uuid }),
        body: exact({
          digest: Type.String({ maxLength: 100 }),
          verdict: Type.Enum(['allow', 'deny']),
          scope: Type.Optional(Type.Enum([...scopes])),
          rules: Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { minItems: 1, maxItems: 20 })),
          until: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
          words: Type.Optional(Words),
        }),
        replies: { 200: Type.Object({ state: Type.String() }) },
      },
      async ({ caller, params: { approval }, body }) => {
        const { digest, verdict, scope = 'once', words, ...rest } = body;
        const asked = await visible(database, caller, approval);
        if (!holds(caller, 'approver', asked.project))
          throw new Problem(403, 'this needs the role approver in the project');
        if (verdict === 'allow' && scope !== 'once' && !asked.request.scopes.includes(scope))
          throw new Problem(
            422,
            `a yes cannot last that long here; it can for: ${asked.request.scopes.join(', ')}`,
          );
        const given = {
          approval,
          digest,
          verdict,
          yes: { scope, ...rest },
          via: caller.via,
          ...(words === undefined ? {} : { words }),
        };
        const voted = await database.asOrganisation(caller.organisation, (on) => castVote(on, given, caller));
        hints.give('approvals');
        if ('refused' in voted) throw new Problem(voted.isLate ? 409 : 403, voted.refused);
        return { status: 200, json: voted };
      },
    ),
    personRoute(
      'viewer',
      {
        method: 'GET',
        path: '/v1/approvals/figures/{days}',
        summary: 'How many were asked, how they were answered, and how long that took.',
        params: exact({ days: Type.String({ pattern: '^[1-9]\\d{0,2}$' }) }),
        replies: { 200: Type.Object({ asked: Type.Integer() }) },
      },
      async ({ caller, params: { days } }) => ({
        status: 200,
        json: await database.asOrganisation(caller.organisation, (on) => only(figures(on, Number(days)))),
      }),
    ),
    personRoute(
      'admin',
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
        }),
        replies: { 201: Type.Object({ id: Uuid }) },
      },
      async ({ caller, body }) => {
        const { project, rule, quorum, answerMinutes, escalateMinutes } = body;
        if (!holdsEverywhere(caller, 'admin')) throw new Problem(403, 'this needs the role admin everywhere');
        const made = await database.asOrganisation(caller.organisation, async (on) => {
          const row = await only(putRule(on, project, rule, quorum, answerMinutes, escalateMinutes));
          await recordAct(on, { by: caller, act: 'approval-rule.add', subject: row.id, detail: body });
          return row;
        });
        return { status: 201, json: made };
      },
    ),
    personRoute(
      'viewer',
      {
        method: 'GET',
        path: '/v1/approval-rules',
        summary: 'How many must agree to what.',
        replies: { 200: Type.Object({ rules: Type.Array(Type.Object({ id: Uuid })) }) },
      },
      async ({ caller }) => ({
        status: 200,
        json: { rules: await database.asOrganisation(caller.organisation, listRules) },
      }),
    ),
    personRoute(
      'admin',
      {
        method: 'DELETE',
        path: '/v1/approval-rules/{rule}',
        summary: 'Removes such a rule.',
        params: exact({ rule: Uuid }),
        replies: { 204: 'none' },
      },
      async ({ caller, params: { rule } }) => {
        if (!holdsEverywhere(caller, 'admin')) throw new Problem(403, 'this needs the role admin everywhere');
        await database.asOrganisation(caller.organisation, async (on) => {
          if ((await first(removeRule(on, rule))) === undefined) throw notFound('rule');
          await recordAct(on, { by: caller, act: 'approval-rule.remove', subject: rule });
        });
        return { status: 204 };
      },
    ),
  ];
}

/** As far as the caller may look. */
async function visible(database: Database, caller: PersonCaller, approval: string): Promise<Listed> {
  const row = await database.asOrganisation(caller.organisation, (on) =>
    first(listApprovals(on, null, approval)),
  );
  if (row === undefined || !holds(caller, 'viewer', row.project)) throw notFound('question');
  return row;
}
