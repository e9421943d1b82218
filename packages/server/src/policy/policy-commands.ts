import { organisationNamed, recordAdminAction, followKey } from '../identity/index.ts';
import { OperatorError, type OperatorCommand } from '../operator-command.ts';
import { first, queries, type Connection } from '../database/query.ts';
import { notFound, Problem } from '../route/problem.ts';
import { baselineOf, lockedChannel, reissue } from './policy-channel.ts';
import { reviewOf } from './review.ts';
import { signSuccession } from '@permesso/protocol/bundle';
import type { ServerContext } from '../module.ts';

const sql = queries(import.meta.dirname);
const lockChannels = sql<{ project: string }>('lock-channels.sql');

interface RotateKeyOptions extends Pick<ServerContext, 'database' | 'secret'> {
  readonly organisation: string;
}

/**
 * Replaces the signing key by a new one that the old one signs: agents that pinned the old one follow automatically.
 * Holds the locks of all channels, so that nothing is signed with the old one afterwards.
 */
async function rotateSigningKey({
  database,
  organisation,
  secret,
}: RotateKeyOptions): Promise<{ readonly number: number; readonly publicKey: string }> {
  return await database.asOrganisation(organisation, async (on) => {
    await lockChannels(on);
    const made = await followKey(on, {
      organisation,
      secret,
      vouch: (publicKey, before) => signSuccession({ organisation, publicKey }, before).signature,
    });
    const publicKey = made.publicKey.toString('base64url');
    const detail = { number: made.number, publicKey };
    await recordAdminAction(on, { by: 'operator', act: 'key.rotate', subject: organisation, detail });
    await reissue(on, null, { organisation, secret });
    return { number: made.number, publicKey };
  });
}

const addOperatorReview = sql<never, { project: string; version: number; base: number }>(
  'add-operator-review.sql',
);
const projectNamed = sql<{ id: string }, { name: string }>('project-named.sql');

/**
 * Lets the operator approve a looser version when nobody is left to review it. `baseline` names the organisation's.
 */
async function approveVersion(on: Connection, name: string, version: number): Promise<void> {
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

export const policyCommands: readonly OperatorCommand[] = [
  {
    name: 'approve-version',
    read: ([name = '', project = '', number = '', extra]) => {
      if (project === '' || !/^[1-9]\d{0,8}$/.test(number) || extra !== undefined)
        throw new OperatorError(
          'usage: approve-version ORGANISATION PROJECT VERSION; `baseline` is the project of the organisation',
        );
      return async ({ database }) => {
        const organisation = await organisationNamed(database, name);
        await database.asOrganisation(organisation, (on) => approveVersion(on, project, Number(number)));
        return { approved: `version ${number} of ${project}` };
      };
    },
  },
  {
    name: 'rotate-key',
    read: ([name, extra]) => {
      if (name === undefined || extra !== undefined) throw new OperatorError('say: rotate-key ORGANISATION');
      return async ({ database, settings: { secret } }) => {
        const organisation = await organisationNamed(database, name);
        const { number, publicKey } = await rotateSigningKey({ database, organisation, secret });
        return { number: String(number), key: publicKey };
      };
    },
  },
];
