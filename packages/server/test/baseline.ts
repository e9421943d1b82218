import { ask, type Team } from './harness.ts';
import { publish, type PublishOptions } from './publish.ts';

/** The id that stands for an organisation's baseline. */
export async function baselineId(
  server: { readonly url: string },
  team: Pick<Team, 'token'>,
): Promise<string> {
  return (await ask(server, 'GET /v1/baseline', { token: team.token('viewer') })).json.id as string;
}

/** Adds a version of the baseline as the admin and publishes it, reviewed by an author where it must be; its number. */
export async function publishBaseline(
  server: { readonly url: string },
  team: Pick<Team, 'token'>,
  options: PublishOptions,
): Promise<number> {
  const project = await baselineId(server, team);
  const token = (who: string): string => team.token(who === 'author' ? 'admin' : 'author');
  return await publish(server, { project, token }, options);
}
