import { setTimeout as sleep } from 'node:timers/promises';
import { enrolPurpose, newSigningKey, signText } from '@permesso/protocol/bundle';
import { membershipFrom, type Membership } from '../disk/membership.ts';
import { keepMembership } from './join-team.ts';
import { askOpenly, ServerAway, type ServerReply } from './server-request.ts';

export interface SignInJoin {
  readonly url: string;
  /** Required if the server has several. */
  readonly organisation?: string;
  /** The project to join; if absent, the person chooses. */
  readonly project?: string;
  /** The machine's name as people will see it. */
  readonly name: string;
  readonly directory: string;
  /** Milliseconds between polls; shorter in tests. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

export interface WaitingJoin {
  /** Where to sign in, and which code to enter. */
  readonly verificationUri: string;
  readonly userCode: string;
  /** Resolves once someone has confirmed that this machine is theirs. */
  readonly finished: () => Promise<SignedJoin>;
}

export interface SignedJoin {
  readonly membership: Membership;
  /** The server's name for the person who signed in. */
  readonly owner: string;
}

/** Joins with a sign-in in any browser instead of a token: the device flow of RFC 8628. */
export async function joinBySignIn({
  url,
  organisation,
  project,
  name,
  directory,
  wait = sleep,
}: SignInJoin): Promise<WaitingJoin> {
  const { origin } = new URL(url);
  const key = newSigningKey();
  const json = { name, publicKey: key.publicKey.toString('base64url'), organisation, project };
  const begun = await askOpenly(origin, { method: 'POST', path: '/v1/device', json });
  if (begun.status !== 200) throw new Error(`the server refused: ${begun.why()}`);
  const said = begun.json();
  const { deviceCode, userCode, verificationUri, expiresIn, interval } = said;
  if (
    typeof deviceCode !== 'string' ||
    typeof userCode !== 'string' ||
    typeof verificationUri !== 'string' ||
    typeof expiresIn !== 'number' ||
    typeof interval !== 'number'
  )
    throw new Error('the server did not say how to sign in; it may be older than this version');
  const proof = signText(deviceCode, enrolPurpose, key.privateKey);
  const finished = async (): Promise<SignedJoin> => {
    let seconds = interval;
    for (let waited = 0; waited <= expiresIn; waited += seconds) {
      await wait(seconds * 1000);
      const reply = await askWhileAway(origin, { deviceCode, proof });
      if (reply?.status === 201) {
        const answer = reply.json();
        const membership = membershipFrom(answer, { url: origin, privateKey: key.privateKey });
        await keepMembership(directory, membership);
        return { membership, owner: String(answer['owner']) };
      }
      const code = reply?.json()['code'];
      if (code === 'slow-down') seconds += 5;
      else if (reply !== undefined && code !== 'authorization-pending')
        throw new Error(`the server refused: ${reply.why()}`);
    }
    throw new Error('nobody signed in within the time that the server gives; join again');
  };
  return { verificationUri, userCode, finished };
}

/** A server that is briefly unreachable has not lost the sign-in: its earlier reply counts until it expires. */
async function askWhileAway(
  origin: string,
  json: { readonly deviceCode: string; readonly proof: string },
): Promise<ServerReply | undefined> {
  try {
    return await askOpenly(origin, { method: 'POST', path: '/v1/device/token', json });
  } catch (error) {
    if (error instanceof ServerAway) return undefined;
    throw error;
  }
}
