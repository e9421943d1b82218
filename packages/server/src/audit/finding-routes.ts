import { Type } from 'typebox';
import type { ServerContext } from '../module.ts';
import { first, query } from '../database/query.ts';
import { organisationRoutes } from '../identity/index.ts';
import { Problem, existing } from '../route/problem.ts';
import { type Route } from '../route/route.ts';
import { exact, Words } from '../route/shapes.ts';

const folder = import.meta.dirname;
const acknowledgeFinding = query<
  { readonly agent: string; readonly what: string },
  { readonly finding: string; readonly person: string; readonly reason: string }
>(folder, 'acknowledge-finding.sql');
const findFinding = query<{ readonly agent: string }, { readonly finding: string }>(
  folder,
  'find-finding.sql',
);

export function findingRoutes({ database }: ServerContext): readonly Route[] {
  const { actRoute } = organisationRoutes(database);
  return [
    actRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/findings/{finding}/acknowledge',
        summary:
          'Acknowledges a finding with a reason. It stays listed; its machine counts as diverging only while another finding is open.',
        params: exact({ finding: Type.String({ pattern: '^\\d{1,18}$' }) }),
        body: exact({ reason: Words }),
        act: 'finding.acknowledge',
      },
      async (on, { caller: { person }, params: { finding }, body: { reason } }) => {
        const found = await first(acknowledgeFinding(on, { finding, person, reason }));
        if (found === undefined) {
          await existing(findFinding(on, { finding }), 'finding');
          throw new Problem(409, 'this finding is already acknowledged');
        }
        const detail = { ...found, reason };
        return { subject: finding, detail };
      },
    ),
  ];
}
