import { Type } from 'typebox';
import { listedFormats } from 'permesso/team-server';
import { exportedText, formatList, importedRules } from '@permesso/protocol/console';
import type { ServerContext } from '../module.ts';
import { policyAnswer } from './threads/policy-answers.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';
import { policyInForce } from './policy-in-force.ts';

const Format = Type.String({ minLength: 1, maxLength: 50 });

/** Exports a project's policy for other programs, and converts theirs. Read-only: versions are added elsewhere. */
export function exchangeRoutes({ database }: ServerContext): readonly Route[] {
  return [
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'GET',
        path: '/api/formats',
        summary: 'For the console: the programs whose rules can be imported or exported.',
        replies: { 200: formatList },
      },
      async () => ({ status: 200, json: { formats: listedFormats() } }),
    ),
    personRoute(
      { role: 'viewer', scope: 'project' },
      {
        method: 'POST',
        path: '/api/export',
        summary: "For the console: exports the active version in another program's format.",
        query: exact({ project: Uuid }),
        body: exact({ format: Format }),
        replies: { 200: exportedText },
      },
      async ({ caller, query: { project }, body: { format } }) => {
        const { organisation } = caller;
        const { pair } = await database.asOrganisation(organisation, (on) => policyInForce(on, project));
        const input = { format, text: pair.text ?? '' };
        return { status: 200, json: await policyAnswer({ is: 'write', input }, organisation) };
      },
    ),
    personRoute(
      { role: 'author', scope: 'project' },
      {
        method: 'POST',
        path: '/api/import',
        summary: "For the console: converts another program's rules to a policy that can be added.",
        query: exact({ project: Uuid }),
        body: exact({ format: Format, text: Type.String({ maxLength: 100_000 }) }),
        mostBytes: 512 * 1024,
        replies: { 200: importedRules },
      },
      async ({ caller, body }) => ({
        status: 200,
        json: await policyAnswer({ is: 'read', input: body }, caller.organisation),
      }),
    ),
  ];
}
