import { flag, list, object, oneOf, orNull, text, type TypeOf } from '../shape/index.ts';

/** Who must show a passkey: who has one, or everybody. */
export const passkeySetting = object({ rule: oneOf('when-registered', 'required') });

export type PasskeySetting = TypeOf<typeof passkeySetting>;

const listedPasskey = object({
  id: text,
  name: text,
  /** Held by several devices of its person. */
  isSynced: flag,
  createdAt: text,
  lastUsedAt: orNull(text),
});

export type ListedPasskey = TypeOf<typeof listedPasskey>;

export const passkeyList = object({ passkeys: list(listedPasskey) });

/** Of the signed-in person. */
export const ownPasskeys = object({
  rule: oneOf('when-registered', 'required'),
  passkeys: list(listedPasskey),
  /** Whether browsers make any for the address of this server. */
  isPossible: flag,
});

/** What `navigator.credentials` is given, as JSON; the browser knows its fields. */
export const passkeyOptions = object({ challenge: text });
