import { Type } from 'typebox';
import { modes } from '@permesso/engine/internal/policy/mode-name';
import { fixedWorld } from '@permesso/engine/internal/world/fixed-world';
import { explainCall, listedRules, readTeamPolicy } from 'permesso/team-server';
import { ruleList, triedCall, type RuleList } from '@permesso/protocol/console/rules';
import type { Database } from '../database/database.ts';
import { Problem } from '../route/problem.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';
import { policiesInForce, type InForce } from './policy-in-force.ts';

/** A machine that exists nowhere: what is tried here must not depend on the server's own. */
const cwd = '/home/dev/project';

/** What a project's published policy says, and what it would decide. */
export function ruleRoutes({ database }: { readonly database: Database }): readonly Route[] {
  const inForce = policiesInForce();
  return [
    personRoute(
      { role: 'viewer', scope: 'project' },
      {
        method: 'GET',
        path: '/api/rules',
        summary: 'For the console: the rules of the version in force, with what is wrong with them.',
        query: exact({ project: Uuid }),
        replies: { 200: ruleList },
      },
      async ({ caller, query: { project } }) => {
        const { number, baseline, policy, frozen } = await database.asOrganisation(
          caller.organisation,
          (on) => inForce(on, project),
        );
        return {
          status: 200,
          json: {
            mode: policy.mode ?? 'default',
            ...(number === undefined ? {} : { version: number }),
            ...(baseline === undefined ? {} : { baseline }),
            ...(frozen === undefined ? {} : { frozen }),
            rules: listedRules(policy),
          } satisfies RuleList,
        };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'project' },
      {
        method: 'POST',
        path: '/api/try',
        summary: 'For the console: what the version in force, or another text, would decide about a call.',
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
        const { policy, beside, frozen } = await database.asOrganisation(caller.organisation, (on) =>
          inForce(on, project),
        );
        const call = { tool, input: input as Record<string, unknown>, cwd };
        const explained = explainCall(call, {
          policy: text.trim() === '' ? policy : policyFrom(text, beside),
          world: fixedWorld({ cwd, now: Date.now() }),
          ...(mode === '' ? {} : { mode }),
          ...(frozen === undefined ? {} : { frozen }),
        });
        return { status: 200, json: explained };
      },
    ),
  ];
}

function policyFrom(
  text: string,
  beside: InForce['beside'],
): NonNullable<ReturnType<typeof readTeamPolicy>['policy']> {
  const { policy, problems } = readTeamPolicy(text, beside);
  if (policy === undefined) throw new Problem(422, problems[0] ?? 'the policy has errors');
  return policy;
}
