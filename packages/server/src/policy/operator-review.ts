import { first, query, type Connection } from '../database/query.ts';
import { recordAdminAction } from '../identity/index.ts';
import { notFound, Problem } from '../route/problem.ts';
import { baselineOf, lockedChannel } from './policy-channel.ts';
import { reviewOf } from './review.ts';

const folder = import.meta.dirname;
const addOperatorReview = query<
  never,
  { readonly project: string; readonly version: number; readonly base: number }
>(folder, 'add-operator-review.sql');
const projectNamed = query<{ readonly id: string }, { readonly name: string }>(folder, 'project-named.sql');

/** Lets the operator approve a looser version where nobody is left who could review it. `baseline` names that of the organisation. */
export async function approveVersion(on: Connection, name: string, version: number): Promise<void> {
  const project =
    name === 'baseline' ? (await baselineOf(on)).project : (await first(projectNamed(on, { name })))?.id;
  if (project === undefined) throw notFound('project');
  await lockedChannel(on, project);
  const { state, base, digest } = await reviewOf(on, project, version);
  if (state !== 'needed') throw new Problem(409, `version ${version} is not waiting for review: ${state}`);
  await addOperatorReview(on, { project, version, base: base ?? 0 });
  const detail = { version, base, digest, verdict: 'approve' };
  await recordAdminAction(on, { by: 'operator', act: 'policy.review', subject: project, detail });
}
