import { ask, type Team, type TestServer } from './harness.ts';

export interface PublishOptions {
  readonly text: string;
  readonly stage?: 'report' | 'share' | 'all';
  readonly share?: number;
}

/** Adds a version as the author and publishes it; its number. */
export async function publish(
  server: Pick<TestServer, 'url'>,
  team: Pick<Team, 'project' | 'token'>,
  { text, stage = 'all', ...rest }: PublishOptions,
): Promise<number> {
  const path = `/v1/projects/${team.project}`;
  const token = team.token('author');
  const added = await ask(server, `POST ${path}/policies`, { token, body: { text, note: 'a version' } });
  const { number: version } = added.json;
  const done = await ask(server, `POST ${path}/rollout`, { token, body: { version, stage, ...rest } });
  if (done.status !== 204) throw new Error(`not published: ${JSON.stringify([added.json, done.json])}`);
  return version;
}
