import { Type } from 'typebox';
import type { ServerContext } from '../module.ts';
import { first, queries } from '../database/query.ts';
import { organisationRoutes } from '../identity/index.ts';
import { Problem, existing } from '../route/problem.ts';
import { type Route } from '../route/route.ts';
import { exact, Words } from '../route/shapes.ts';

const sql = queries(import.meta.dirname);
const acknowledgeFinding = sql<
  { agent: string; what: string },
  { finding: string; person: string; reason: string }
>('acknowledge-finding.sql');
const findFinding = sql<{ agent: string }, { finding: string }>('find-finding.sql');

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
