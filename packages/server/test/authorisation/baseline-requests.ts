import { ask } from '../harness.ts';
import type { Fill } from './requests.ts';
import type { Place, World } from './world.ts';

/** The routes of a policy, asked about the baseline of the organisation in which a place lies. */
export const baselineRequests: Readonly<Record<string, Fill>> = {
  'POST /v1/projects/{project}/policies baseline': async (world, place) => ({
    params: { project: await baselineOf(world, place) },
    body: { text: textOf(place), note: 'a version' },
  }),
  'GET /v1/projects/{project}/policies baseline': inPath,
  'GET /v1/projects/{project}/policies/{number} baseline': withVersion,
  'POST /v1/projects/{project}/policies/{number}/review baseline': async (world, place) => ({
    ...(await withVersion(world, place)),
    body: { digest: 'another', base: null, verdict: 'approve' },
  }),
  'POST /v1/projects/{project}/rollout baseline': async (world, place) => {
    const { params } = await withVersion(world, place);
    return { params, body: { version: Number(params.number), stage: 'report' } };
  },
  'DELETE /v1/projects/{project}/rollout baseline': async (world, place) => {
    const project = await baselineOf(world, place);
    await ask(world.server, `DELETE /v1/projects/${project}/rollout`, { token: place.token });
    return { params: { project } };
  },
  'POST /v1/projects/{project}/rollout/back baseline': async (world, place) => ({
    ...(await inPath(world, place)),
    body: { version: 1 },
  }),
  'GET /v1/projects/{project}/rollout baseline': inPath,
  'GET /api/stopped baseline': async (world, place) => ({
    query: `project=${await baselineOf(world, place)}`,
  }),
};

async function baselineOf({ server }: World, { token }: Place): Promise<string> {
  return (await ask(server, 'GET /v1/baseline', { token })).json.id as string;
}

async function inPath(
  world: World,
  place: Place,
): Promise<{ readonly params: { readonly project: string } }> {
  return { params: { project: await baselineOf(world, place) } };
}

const textOf = ({ organisation }: Place): string =>
  `deny: [Bash(base-${organisation})]\ntests: [{ call: Bash(base-${organisation}), expect: deny }]\n`;

/** A version that was just added. */
async function withVersion(
  world: World,
  place: Place,
): Promise<{ readonly params: { readonly project: string; readonly number: string } }> {
  const project = await baselineOf(world, place);
  const { json } = await ask(world.server, `POST /v1/projects/${project}/policies`, {
    token: place.token,
    body: { text: textOf(place), note: 'a version' },
  });
  return { params: { project, number: String(json.number) } };
}
