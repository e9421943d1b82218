import { askOpenly } from '@permesso/gate/team-agent';
import { readText } from '@permesso/gate/disk';
import { isRecord } from '@permesso/engine/call';
import { UsageError } from '../command.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The credentials with which a job acts as this account on a team server. */
export interface ShownIdentity {
  readonly organisation: string;
  readonly account: string;
  readonly token: string;
}

/** `acme/ci` and the platform's token for this job, for this server. */
export async function shownIdentity(named: string, url: string, env: Environment): Promise<ShownIdentity> {
  const [organisation = '', account, extra] = named.split('/');
  if (account === undefined || extra !== undefined)
    throw new UsageError(`\`${named}\` is no service account; say ORGANISATION/NAME`);
  return { organisation, account, token: await platformToken(new URL(url).origin, env) };
}

/** GitLab and clusters provide the token in a variable or a file; GitHub issues one per audience on request. */
async function platformToken(audience: string, env: Environment): Promise<string> {
  const { PERMESSO_ID_TOKEN: said, PERMESSO_ID_TOKEN_FILE: file } = env;
  if (said) return said.trim();
  if (file) {
    const read = readText(file);
    if (!('text' in read)) throw new UsageError(`${file} cannot be read`);
    return read.text.trim();
  }
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: bearer } = env;
  if (!address || !bearer)
    throw new UsageError(
      'this job has no token of its platform; fix: `permissions: id-token: write` on GitHub, or set PERMESSO_ID_TOKEN or PERMESSO_ID_TOKEN_FILE',
    );
  const url = new URL(address);
  url.searchParams.set('audience', audience);
  const reply = await fetch(url, { headers: { authorization: `Bearer ${bearer}` } });
  const json: unknown = reply.ok ? await reply.json() : undefined;
  if (!isRecord(json) || typeof json['value'] !== 'string')
    throw new Error(`the platform gave no token for this job: it answered ${reply.status}`);
  return json['value'];
}

/** A short-lived API token. */
export async function serviceToken(url: string, named: string, env: Environment): Promise<string> {
  const json = await shownIdentity(named, url, env);
  const reply = await askOpenly(url, { method: 'POST', path: '/v1/workload/token', json });
  const { token } = reply.json();
  if (reply.status !== 200 || typeof token !== 'string')
    throw new Error(`the server refused: ${reply.why()}`);
  return token;
}
