import { Type } from 'typebox';
import { only, queries, type Row } from '../../database/query.ts';
import {
  recordAdminAction,
  askForAct,
  outcomeReply,
  Pending,
  organisationRoutes,
} from '../../identity/index.ts';
import type { ActResult, SecondPersonAct } from '../../route/second-person-act.ts';
import { reissue } from '../../policy/index.ts';
import { projectsWith } from '../../route/caller.ts';
import { notFound, existing } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Uuid, Words } from '../../route/shapes.ts';
import type { SealKeys } from '../../secrets/seal.ts';
import { scopes, type Scope } from '../combine-answers.ts';
import type { ServerContext } from '../../module.ts';

const sql = queries(import.meta.dirname);
const putRule = sql<
  { id: string },
  {
    project: string | null;
    rule: string;
    quorum: number;
    answer: number;
    escalate: number | null;
    teamQuorum: number;
    longest: Scope | null;
  }
>('put-approval-rule.sql');
const listRules = sql<Row, { projects: readonly string[] | null }>('list-approval-rules.sql');
const removeRule = sql<{ id: string }, { id: string }>('remove-approval-rule.sql');

const Minutes = Type.Integer({ minimum: 1, maximum: 43_200 });

interface RuleDetail {
  readonly project: string | null;
  readonly rule: string;
  readonly quorum: number;
  readonly answerMinutes: number;
  readonly escalateMinutes: number | null;
  readonly teamQuorum?: number;
  readonly longest?: Scope;
}

/** Who may confirm a lower quorum: approvers too, because it is their vote that counts less. */
const confirmers = ['approver', 'author', 'admin'] as const;

export interface ApprovalRuleActs {
  readonly add: SecondPersonAct;
  readonly remove: SecondPersonAct;
}

/** Lowering a quorum takes two people. One person may add a rule that only demands more. */
export function approvalRuleActs(secret: SealKeys): ApprovalRuleActs {
  return {
    add: {
      name: 'approval-rule.add',
      confirmers,
      perform: async (on, { by, organisation, detail, asked }): Promise<ActResult> => {
        const given = detail as unknown as RuleDetail;
        const { project, rule, quorum, answerMinutes, escalateMinutes, teamQuorum = 2, longest } = given;
        const row = await only(
          putRule(on, {
            project,
            rule,
            quorum,
            answer: answerMinutes,
            escalate: escalateMinutes,
            teamQuorum,
            longest: longest ?? null,
          }),
        );
        const said = { ...detail, ...asked };
        await recordAdminAction(on, { by, act: 'approval-rule.add', subject: row.id, detail: said });
        // Offline agents must know what they may not ask about on their own machine.
        await reissue(on, project, { organisation, secret });
        return { reply: row, changesBundles: true };
      },
    },
    remove: {
      name: 'approval-rule.remove',
      confirmers,
      perform: async (on, { by, organisation, subject: id, asked }) => {
        await existing(removeRule(on, { id }), 'rule');
        await recordAdminAction(on, { by, act: 'approval-rule.remove', subject: id, detail: asked });
        await reissue(on, null, { organisation, secret });
        return { changesBundles: true };
      },
    },
  };
}

/** The required number of approvals, and the longest duration of an approval. */
export function approvalRuleRoutes({ database, hints, secret }: ServerContext): readonly Route[] {
  const acts = approvalRuleActs(secret);
  const { readRoute } = organisationRoutes(database);
  return [
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/approval-rules',
        summary:
          'Sets how many approvers a rule needs, how soon, when it escalates, and how long an answer may last (`longest`; once by default). Letting it last longer than once takes a second person (202).',
        body: exact({
          project: Type.Union([Uuid, Type.Null()]),
          rule: Words,
          quorum: Type.Integer({ minimum: 1, maximum: 10 }),
          answerMinutes: Minutes,
          escalateMinutes: Type.Union([Minutes, Type.Null()]),
          // No single person grants anything to a whole team.
          teamQuorum: Type.Optional(Type.Integer({ minimum: 2, maximum: 10 })),
          longest: Type.Optional(Type.Enum([...scopes])),
        }),
        replies: { 201: Type.Object({ id: Uuid }), 202: Pending },
      },
      async ({ caller, body }) => {
        const { organisation } = caller;
        const outcome = await database.asOrganisation(organisation, async (on) => {
          const wanted = { caller, subject: body.rule, detail: body, keys: secret };
          if (body.longest !== undefined && body.longest !== 'once')
            return await askForAct(on, acts.add, wanted);
          const { subject, detail } = wanted;
          const todo = { by: caller, organisation, subject, detail, secret: undefined, asked: {} };
          return { result: await acts.add.perform(on, todo) };
        });
        if ('pending' in outcome) return outcomeReply(outcome, { status: 202 });
        hints.give('bundles');
        return { status: 201, json: outcome.result.reply };
      },
    ),
    readRoute(
      { role: 'viewer', scope: 'listed' },
      {
        path: '/v1/approval-rules',
        summary: 'Lists approval rules.',
        reply: Type.Object({ rules: Type.Array(Type.Object({ id: Uuid })) }),
      },
      async (on, { caller }) => ({
        rules: await listRules(on, { projects: projectsWith(caller, 'viewer') }),
      }),
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'DELETE',
        path: '/v1/approval-rules/{rule}',
        summary: 'Removes an approval rule. Requires a second person (202).',
        params: exact({ rule: Uuid }),
        replies: { 202: Pending, 204: 'none' },
      },
      async ({ caller, params: { rule } }) => {
        const outcome = await database.asOrganisation(caller.organisation, async (on) => {
          const known = (await listRules(on, { projects: null })).find(({ id }) => id === rule);
          if (known === undefined) throw notFound('rule');
          return await askForAct(on, acts.remove, { caller, subject: rule, detail: known, keys: secret });
        });
        if ('result' in outcome) hints.give('bundles');
        return outcomeReply(outcome, { status: 204 });
      },
    ),
  ];
}
