import { definedFields } from '@permesso/engine/call';
import { Type } from 'typebox';
import { modes } from '@permesso/engine/policy';
import { type RuleList, ruleList, triedCall } from '@permesso/protocol/console';
import type { ServerContext } from '../module.ts';
import { Problem } from '../route/problem.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';
import { policyAnswer } from './threads/policy-answers.ts';
import { policyInForce } from './policy-in-force.ts';

/** A fictitious machine: results must not depend on the server's own. */
const cwd = '/home/dev/project';

/** A project's published policy, and its decisions on sample calls. */
export function ruleRoutes({ database }: ServerContext): readonly Route[] {
  return [
    personRoute(
      { role: 'viewer', scope: 'project' },
      {
        method: 'GET',
        path: '/api/rules',
        summary: 'For the console: the rules of the active version, with their problems.',
        query: exact({ project: Uuid }),
        replies: { 200: ruleList },
      },
      async ({ caller, query: { project } }) => {
        const { organisation } = caller;
        const { number, baseline, pair, frozen } = await database.asOrganisation(organisation, (on) =>
          policyInForce(on, project),
        );
        const listed = await policyAnswer({ is: 'list', input: pair }, organisation);
        return {
          status: 200,
          json: {
            ...definedFields({ version: number }),
            ...definedFields({ baseline, frozen }),
            ...listed,
          } satisfies RuleList,
        };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'project' },
      {
        method: 'POST',
        path: '/api/try',
        summary: 'For the console: how the active version, or another policy text, would decide a call.',
        body: exact({
          project: Uuid,
          tool: Type.String({ minLength: 1, maxLength: 500 }),
          input: Type.Object({}),
          mode: Type.Optional(Type.Enum(['', ...modes])),
          policy: Type.Optional(Type.String({ maxLength: 50_000 })),
        }),
        replies: { 200: triedCall },
      },
      async ({ caller, body: { project, tool, input, mode = '', policy: text = '' } }) => {
        const { organisation } = caller;
        const { pair, frozen } = await database.asOrganisation(organisation, (on) =>
          policyInForce(on, project),
        );
        const explained = await policyAnswer(
          {
            is: 'explain',
            input: {
              ...pair,
              ...(text.trim() === '' ? {} : { text }),
              call: { tool, input: input as Record<string, unknown>, cwd },
              ...(mode === '' ? {} : { mode }),
              ...definedFields({ frozen }),
            },
          },
          organisation,
        );
        if ('problem' in explained) throw new Problem(422, explained.problem);
        return { status: 200, json: explained };
      },
    ),
  ];
}
