import { newSigningKey, signText } from '@permesso/protocol/bundle/ed25519';
import { enrolPurpose } from '@permesso/protocol/bundle/request-signature';
import { keysFrom, writeMembership, type Membership } from './membership.ts';
import { askOpenly, ServerAway } from './server-request.ts';
import { writeStanding } from './standing.ts';
import { syncTeam } from './sync-team.ts';

export interface JoinOptions {
  readonly url: string;
  /** Made by an admin of the team. */
  readonly token: string;
  /** How people will see this machine. */
  readonly name: string;
  readonly directory: string;
}

/** Makes a key that never leaves this machine, proves it, and keeps what the server says about this agent. */
export async function joinTeam({ url, token, name, directory }: JoinOptions): Promise<Membership> {
  const { origin } = new URL(url);
  const key = newSigningKey();
  const proof = signText(token, enrolPurpose, key.privateKey);
  const json = { token, name, publicKey: key.publicKey.toString('base64url'), proof };
  const reply = await askOpenly(origin, { method: 'POST', path: '/v1/enrol', json });
  const said = reply.json();
  if (reply.status !== 201) throw new Error(`the server refused: ${reply.why()}`);
  const text = (field: string): string => {
    const value = said[field];
    if (typeof value !== 'string') throw new Error('the server answered something else');
    return value;
  };
  const membership: Membership = {
    url: origin,
    agent: text('agent'),
    organisation: text('organisation'),
    project: text('project'),
    channel: text('channel'),
    organisationKey: Buffer.from(text('organisationKey'), 'base64url'),
    earlierKeys: keysFrom(said['earlierKeys']),
    privateKey: key.privateKey,
  };
  writeMembership(directory, membership);
  writeStanding(directory, 'member');
  try {
    // Nothing is decided here before the team's policy is known.
    await syncTeam(directory, membership);
  } catch (error) {
    if (!(error instanceof ServerAway)) throw error;
  }
  return membership;
}
