import { Type, type Static } from 'typebox';
import type { PersonCaller } from '../../route/caller.ts';
import { Problem } from '../../route/problem.ts';

const Encoded = Type.String({ pattern: '^[\\w-]*$', maxLength: 8192 });
export const CredentialId = Type.String({ pattern: '^[\\w-]{1,1364}$' });

/** The browser's result for a used passkey (`PublicKeyCredential.toJSON()`). */
export const Shown = Type.Object({
  id: CredentialId,
  response: Type.Object({ clientDataJSON: Encoded, authenticatorData: Encoded, signature: Encoded }),
});

export type ShownPasskey = Static<typeof Shown>;

/** What a passkey is used for. */
export const passkeyActs = ['answer', 'propose', 'vote', 'add', 'remove', 'rule'] as const;

export interface PasskeyAct {
  /** `register` is requested by the server itself, and signed by the new passkey. */
  readonly act: (typeof passkeyActs)[number] | 'register';
  /** The identifier of its subject. */
  readonly subject: string;
  /** The rest of the request: changing any of it after the touch invalidates the signature. */
  readonly said: Readonly<Record<string, unknown>>;
}

/** A passkey use that was verified, for one act of one person. */
export interface PasskeyUse {
  readonly passkey: string;
  readonly person: string;
  readonly act: PasskeyAct['act'];
  readonly subject: string;
}

/** Verifies a passkey use for an act. Throws a problem if anything is wrong. */
export type CheckPasskey = (
  caller: PersonCaller,
  given: { readonly shown: ShownPasskey; readonly act: PasskeyAct },
) => Promise<PasskeyUse>;

/** For a server that cannot check passkeys. People who need one are refused elsewhere, as always. */
export const checksNoPasskey: CheckPasskey = () =>
  Promise.reject(new Problem(409, 'passkeys are not set up on this server'));

export function noPasskey(): Problem {
  return new Problem(403, 'you have no passkey; register one first, in the console under Your account', {
    code: 'no-passkey',
  });
}
