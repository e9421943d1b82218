import { Type } from 'typebox';
import type { ExaminedVersion } from 'permesso/team-server';
import { hash } from 'node:crypto';
import { policyVersion, versionList } from '@permesso/protocol/console';
import type { ServerContext } from '../module.ts';
import { only, queries, type Connection, type Row } from '../database/query.ts';
import { recordAdminAction, organisationRoutes } from '../identity/index.ts';
import { policyReaders, policyWriters } from '../route/needs.ts';
import { Problem, existing } from '../route/problem.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Uuid, Words } from '../route/shapes.ts';
import { baselineOf, lockedChannel } from './policy-channel.ts';
import { activationsOf } from './activations.ts';
import { reviewOf } from './review.ts';
import {
  keepPolicyAnswer,
  knownPolicyAnswers,
  policyAnswer,
  tooLong,
  type PolicyJob,
} from './threads/policy-answers.ts';

const sql = queries(import.meta.dirname);
const nextNumber = sql<{ number: number }, { project: string }>('next-number.sql');
const addVersion = sql<
  never,
  {
    project: string;
    number: number;
    digest: string;
    text: string;
    author: string;
    note: string;
    changes: string;
    tests: string;
    objection: string | null;
  }
>('add-version.sql');
const listVersions = sql<Row, { project: string }>('list-versions.sql');
const loadVersion = sql<{ text: string }, { project: string; number: number }>('load-version.sql');

const InProject = exact({ project: Uuid });
const mostText = 512 * 1024;

/** Versions of a project's policy: immutable once written. */
export function policyRoutes({ database }: ServerContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    personRoute(
      policyWriters,
      {
        method: 'POST',
        path: '/v1/projects/{project}/policies',
        summary: 'Adds a policy version, tests it and compares it with the active one.',
        params: InProject,
        body: exact({ text: Type.String({ minLength: 1, maxLength: mostText }), note: Words }),
        mostBytes: 2 * mostText,
        replies: {
          201: Type.Object({
            number: Type.Integer(),
            digest: Type.String(),
            objection: Type.Union([Type.String(), Type.Null()]),
          }),
          422: Type.Object({ problems: Type.Array(Type.String()) }),
        },
      },
      async ({ caller, params: { project }, body }) => {
        const { organisation } = caller;
        const { text } = body;
        // Before the transaction, which locks the channel: examining a text may take long.
        const job = await database.asOrganisation(organisation, (on) => examination(on, project, text));
        const alone = await policyAnswer(job, organisation);
        if (!alone.isReadable) throw new Problem(422, 'the policy has errors', { problems: alone.problems });
        keepPolicyAnswer(job, alone);
        const { before } = job.input;
        keepPolicyAnswer({ is: 'loosened', input: { before, after: text } }, alone.looser);
        const { added, examined } = await database.asOrganisation(organisation, async (on) => {
          const [found = tooLong] = knownPolicyAnswers([await examination(on, project, text)]);
          if (found === tooLong) throw new Problem(422, `the policy cannot be used: ${tooLong}`);
          const version = await storeVersion(on, {
            project,
            author: caller.person,
            examined: found,
            ...body,
          });
          const detail = { version: version.number, digest: version.digest, note: body.note };
          await recordAdminAction(on, { by: caller, act: 'policy.add', subject: project, detail });
          const { state, base, looser } = await reviewOf(on, project, version.number);
          return { added: { ...version, review: { state, base, looser } }, examined: found };
        });
        const { problems, tests } = examined;
        return { status: 201, json: { ...added, problems, tests } };
      },
    ),
    readRoute(
      policyReaders,
      {
        path: '/v1/projects/{project}/policies',
        summary: 'Lists policy versions, newest first.',
        params: InProject,
        reply: versionList,
      },
      async (on, { params: { project } }) => ({ versions: await listVersions(on, { project }) }),
    ),
    readRoute(
      policyReaders,
      {
        path: '/v1/projects/{project}/policies/{number}',
        summary: 'Returns a version: its text, tests, changes, and whether a second person must review it.',
        params: exact({ project: Uuid, number: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) }),
        reply: policyVersion,
      },
      async (on, { params: { project, number } }) => {
        const row = await existing(loadVersion(on, { project, number: Number(number) }), 'version');
        const activations = await activationsOf(on, project, Number(number));
        const now = await reviewOf(on, project, Number(number));
        // The active version is shown with its original review: compared with itself it has nothing to review.
        const frozen = activations.find(({ review }) => now.base === Number(number) && review !== null);
        const { state, base, looser, reviews } =
          frozen === undefined ? now : { ...frozen, state: frozen.review };
        return { ...row, review: { state, base, looser, reviews }, activations };
      },
    ),
  ];
}

/**
 * Runs the tests of a project's policy under the baseline, as its agents will decide; those of the baseline alone.
 * Compares it with the active version, which cannot change until the transaction ends.
 */
async function examination(on: Connection, project: string, text: string): Promise<PolicyJob<'examine'>> {
  const { current } = await lockedChannel(on, project);
  const { project: all, current: allCurrent } = await baselineOf(on);
  const baseline = all === project ? null : await textOf(on, all, allCurrent);
  return { is: 'examine', input: { text, baseline, before: await textOf(on, project, current) } };
}

async function textOf(on: Connection, project: string, number: number | null): Promise<string | null> {
  return number === null ? null : (await only(loadVersion(on, { project, number }))).text;
}

interface Written {
  readonly project: string;
  readonly author: string;
  readonly text: string;
  readonly note: string;
  readonly examined: ExaminedVersion;
}

async function storeVersion(
  on: Connection,
  { project, author, text, note, examined }: Written,
): Promise<{
  readonly number: number;
  readonly digest: string;
  readonly objection: string | null;
  readonly changes: unknown;
}> {
  const { number } = await only(nextNumber(on, { project }));
  const digest = hash('sha256', text, 'hex');
  const objection = examined.objection ?? null;
  const { changes } = examined;
  await addVersion(on, {
    project,
    number,
    digest,
    text,
    author,
    note,
    changes: JSON.stringify(changes),
    tests: JSON.stringify(examined.tests),
    objection,
  });
  return { number, digest, objection, changes };
}
