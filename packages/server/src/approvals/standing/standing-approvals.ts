import { personActs, recordAdminAction } from '../../identity/index.ts';
import { only, queries, type Connection } from '../../database/query.ts';
import type { ApprovalRow, SettledApproval } from '../approval-rows.ts';
import type { Approval, Scope } from '../combine-answers.ts';

const sql = queries(import.meta.dirname);
const addStandingApproval = sql<
  { id: string },
  {
    approval: string;
    project: string;
    agent: string;
    call: string;
    scope: Scope;
    rules: string | null;
    people: readonly string[];
    until: number;
  }
>('add-standing-approval.sql');

interface CountedVote {
  readonly approval: string;
  readonly person: string;
}

/** A lasting answer has its own row, which is listed and can be revoked, and is recorded as an act. */
export async function withStanding(
  on: Connection,
  settled: readonly SettledApproval[],
  { rows, all }: { readonly rows: ReadonlyMap<string, ApprovalRow>; readonly all: readonly CountedVote[] },
): Promise<readonly SettledApproval[]> {
  const kept: SettledApproval[] = [];
  for (const each of settled) {
    const row = rows.get(each.id);
    const answer = each.answer as (Approval & object) | undefined;
    if (row === undefined || each.state !== 'approved' || answer === undefined || answer.scope === 'once') {
      kept.push(each);
      continue;
    }
    const { scope, rules, until } = answer;
    if (until === undefined) throw new Error('a lasting answer needs an expiry');
    const people = all.filter(({ approval }) => approval === each.id).map(({ person }) => person);
    const { project, agent, request } = row;
    const { id } = await only(
      addStandingApproval(on, {
        approval: each.id,
        project,
        agent,
        call: JSON.stringify(request.call),
        scope,
        rules: rules === undefined ? null : JSON.stringify(rules),
        people,
        until,
      }),
    );
    const [by = ''] = people.slice(-1);
    const detail = { approval: each.id, agent, scope, until: new Date(until).toISOString(), rules, people };
    await recordAdminAction(on, { by: personActs(by), act: 'standing-approval.give', subject: id, detail });
    kept.push({ ...each, answer: { ...answer, standing: id } });
  }
  return kept;
}
