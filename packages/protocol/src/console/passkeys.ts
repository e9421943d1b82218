import { flag, list, object, oneOf, orNull, text, type TypeOf } from '../shape/index.ts';

/** Who must use a passkey: people who have one, or everyone. */
export const passkeySetting = object({ rule: oneOf('when-registered', 'required') });

export type PasskeySetting = TypeOf<typeof passkeySetting>;

const listedPasskey = object({
  id: text,
  name: text,
  /** Synced between several devices of its person. */
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
  /** Whether browsers can create passkeys for this server's address. */
  isPossible: flag,
});

/** The options for `navigator.credentials`, as JSON; the browser knows their fields. */
export const passkeyOptions = object({ challenge: text });
