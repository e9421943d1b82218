import { readTeamPolicy } from 'permesso/team-server';
import type { Connection } from '../database/query.ts';
import { first, query } from '../database/query.ts';
import { notFound } from '../route/problem.ts';

interface PolicyRow {
  readonly number: number | null;
  readonly digest: string | null;
  readonly text: string | null;
  readonly baselineNumber: number | null;
  readonly baselineDigest: string | null;
  readonly baseline: string | null;
  readonly frozen: string | null;
}

const policyInForce = query<PolicyRow, { readonly project: string }>(
  import.meta.dirname,
  'policy-in-force.sql',
);

export interface InForce {
  /** Nothing was published yet when absent. */
  readonly number?: number;
  /** The version of the organisation's baseline that counts beside it. */
  readonly baseline?: number;
  readonly beside: { readonly baseline?: string | undefined };
  readonly policy: Compiled;
  /** As somebody wrote it. */
  readonly text: string;
  readonly frozen?: string;
}

type Compiled = NonNullable<ReturnType<typeof readTeamPolicy>['policy']>;

const mostKept = 20;

/** The policy of a project as its agents have it. Compiled once for each text, not for every key that is pressed. */
export function policiesInForce(): (on: Connection, project: string) => Promise<InForce> {
  const compiled = new Map<string, Compiled>();
  return async (on, project) => {
    const row = await first(policyInForce(on, { project }));
    if (row === undefined) throw notFound('project');
    const text = row.text ?? '';
    const name = `${row.digest ?? ''} ${row.baselineDigest ?? ''}`;
    const beside = { baseline: row.baseline ?? undefined };
    const known = compiled.get(name) ?? readTeamPolicy(text, beside).policy ?? nothing();
    if (compiled.size >= mostKept) compiled.clear();
    compiled.set(name, known);
    return {
      policy: known,
      text,
      beside,
      ...(row.number === null ? {} : { number: row.number }),
      ...(row.baselineNumber === null ? {} : { baseline: row.baselineNumber }),
      ...(row.frozen === null ? {} : { frozen: row.frozen }),
    };
  };
}

/** What agents decide by where nobody has published anything. */
function nothing(): Compiled {
  const { policy } = readTeamPolicy('mode: default\n');
  if (policy === undefined) throw new Error('an empty policy cannot be read');
  return policy;
}
