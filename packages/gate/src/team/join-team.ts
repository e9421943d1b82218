import { enrolPurpose, newSigningKey, signText } from '@permesso/protocol/bundle';
import { membershipFrom, writeMembership, type Membership } from '../disk/membership.ts';
import { askOpenly, ServerAway } from './server-request.ts';
import { writeStanding } from './standing.ts';
import { syncTeam } from './sync-team.ts';

/** Which team server this machine joins, and under which name. */
export interface JoinOptions {
  readonly url: string;
  /** Created by an admin of the team; for a service account, by the platform that runs the job. */
  readonly token: string;
  readonly account?: { readonly organisation: string; readonly account: string };
  /** The machine's name as people will see it. */
  readonly name: string;
  readonly directory: string;
}

/**
 * Creates a key that never leaves this machine, proves possession of it, and stores what the server says about this
 * agent.
 *
 * @example
 * ```ts
 * import { joinTeam, teamDirectory } from '@permesso/gate/team';
 * const url = 'https://permesso.example.com';
 * const token = process.env['PERMESSO_TOKEN'] ?? '';
 * const { organisation } = await joinTeam({ url, token, name: 'ci-1', directory: teamDirectory() });
 * ```
 */
export async function joinTeam({ url, token, account, name, directory }: JoinOptions): Promise<Membership> {
  const { origin } = new URL(url);
  const key = newSigningKey();
  const proof = signText(token, enrolPurpose, key.privateKey);
  const json = { ...account, token, name, publicKey: key.publicKey.toString('base64url'), proof };
  const path = account === undefined ? '/v1/enrol' : '/v1/workload/enrol';
  const reply = await askOpenly(origin, { method: 'POST', path, json });
  const said = reply.json();
  if (reply.status !== 201) throw new Error(`the server refused: ${reply.why()}`);
  const membership = membershipFrom(said, { url: origin, privateKey: key.privateKey });
  await keepMembership(directory, membership);
  return membership;
}

/** Stores the membership of a machine that joins, and fetches its team's policy. */
export async function keepMembership(directory: string, membership: Membership): Promise<void> {
  writeMembership(directory, membership);
  writeStanding(directory, 'member');
  try {
    // Nothing is decided here until the team's policy is known.
    await syncTeam(directory, membership);
  } catch (error) {
    if (!(error instanceof ServerAway)) throw error;
  }
}
