import { ask, type Team } from './harness.ts';

export interface PublishOptions {
  readonly text: string;
  readonly stage?: 'report' | 'share' | 'all';
  readonly share?: number;
}

/** Adds a version as the author and publishes it, reviewed by the admin where it must be; its number. */
export async function publish(
  server: { readonly url: string },
  team: Pick<Team, 'project' | 'token'>,
  { text, stage = 'all', ...rest }: PublishOptions,
): Promise<number> {
  const path = `/v1/projects/${team.project}`;
  const token = team.token('author');
  const added = await ask(server, `POST ${path}/policies`, { token, body: { text, note: 'a version' } });
  const version = Number(added.json.number);
  await approve(server, team, version);
  const done = await ask(server, `POST ${path}/rollout`, { token, body: { version, stage, ...rest } });
  if (done.status !== 204) throw new Error(`not published: ${JSON.stringify([added.json, done.json])}`);
  return version;
}

/** As the admin, where a second person must: anything else is left as it is. */
export async function approve(
  server: { readonly url: string },
  team: Pick<Team, 'project' | 'token'>,
  version: number,
): Promise<void> {
  const path = `/v1/projects/${team.project}/policies/${version}`;
  const token = team.token('admin');
  const { digest, review } = (await ask(server, `GET ${path}`, { token })).json;
  if (review?.state === 'needed')
    await ask(server, `POST ${path}/review`, {
      token,
      body: { digest, base: review.base, verdict: 'approve' },
    });
}
