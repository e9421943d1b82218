import { Type, type Static } from 'typebox';
import type { PersonCaller } from '../../route/caller.ts';
import { Problem } from '../../route/problem.ts';

const Encoded = Type.String({ pattern: '^[\\w-]*$', maxLength: 8192 });
export const CredentialId = Type.String({ pattern: '^[\\w-]{1,1364}$' });

/** What a browser makes of a passkey that was touched (`PublicKeyCredential.toJSON()`). */
export const Shown = Type.Object({
  id: CredentialId,
  response: Type.Object({ clientDataJSON: Encoded, authenticatorData: Encoded, signature: Encoded }),
});

export type ShownPasskey = Static<typeof Shown>;

/** What a passkey is shown for. */
export const passkeyActs = ['answer', 'propose', 'vote', 'add', 'remove', 'rule'] as const;

export interface PasskeyAct {
  /** `register` is asked by the server itself, and signed by the new passkey. */
  readonly act: (typeof passkeyActs)[number] | 'register';
  /** The identifier of what it is about. */
  readonly subject: string;
  /** All that the request says beside the passkey: who changes a word of it after the touch has nothing. */
  readonly said: Readonly<Record<string, unknown>>;
}

/** A passkey that was shown and checked, for one act of one person. */
export interface PasskeyUse {
  readonly passkey: string;
  readonly person: string;
  readonly act: PasskeyAct['act'];
  readonly subject: string;
}

/** Checks a passkey that was shown for an act. Throws a problem where something is wrong. */
export type CheckPasskey = (
  caller: PersonCaller,
  given: { readonly shown: ShownPasskey; readonly act: PasskeyAct },
) => Promise<PasskeyUse>;

/** Of a server that can check none. Who must show one is refused as ever: that is not decided here. */
export const checksNoPasskey: CheckPasskey = () =>
  Promise.reject(new Problem(409, 'passkeys are not set up on this server'));

export function noPasskey(): Problem {
  return new Problem(403, 'you have no passkey; register one first, in the console under Your account', {
    code: 'no-passkey',
  });
}
