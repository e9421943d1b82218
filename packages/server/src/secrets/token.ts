import { hash, randomBytes } from 'node:crypto';

/** A secret that somebody holds, and what the database holds of it. */
export interface Token {
  readonly text: string;
  readonly hash: Buffer;
}

/** The prefix says what a token is for when it is found where it should not be. */
export const tokenKinds = {
  api: 'pmt_',
  session: 'pms_',
  enrolment: 'pme_',
  link: 'pml_',
  csrf: 'pmc_',
  state: 'pmo_',
  scim: 'pmd_',
  device: 'pmv_',
  fleet: 'pmf_',
} as const;

export type TokenKind = keyof typeof tokenKinds;

export function newToken(kind: TokenKind): Token {
  return tokenOf(kind, randomBytes(32));
}

/** Of 32 bytes that nobody else can know. */
export function tokenOf(kind: TokenKind, bytes: Buffer): Token {
  const text = `${tokenKinds[kind]}${bytes.toString('base64url')}`;
  return { text, hash: hashToken(text) };
}

/** Looking up a hash tells a guesser nothing: how near a guess was does not show in how long it took. */
function hashToken(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

const shape = /^pm[tselcodvf]_[\w-]{43}$/;

/** Nothing when it cannot be a token of that kind, so that no text of any length is hashed and looked up. */
export function readToken(text: string | undefined, kind: TokenKind): Buffer | undefined {
  if (text === undefined || !text.startsWith(tokenKinds[kind]) || !shape.test(text)) return undefined;
  return hashToken(text);
}
