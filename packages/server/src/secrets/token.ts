import { hash, randomBytes } from 'node:crypto';

/** A secret for its holder, and the part stored in the database. */
export interface Token {
  readonly text: string;
  readonly hash: Buffer;
}

/** The prefix identifies the kind of a leaked token. */
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

/** From 32 secret random bytes. */
export function tokenOf(kind: TokenKind, bytes: Buffer): Token {
  const text = `${tokenKinds[kind]}${bytes.toString('base64url')}`;
  return { text, hash: hashToken(text) };
}

/** Looking up a hash defeats timing attacks: the time taken reveals nothing about how close a guess was. */
function hashToken(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

const shape = /^pm[tselcodvf]_[\w-]{43}$/;

/** Undefined if it cannot be a token of that kind, so that long texts are not hashed and looked up. */
export function readToken(text: string | undefined, kind: TokenKind): Buffer | undefined {
  if (text === undefined || !text.startsWith(tokenKinds[kind]) || !shape.test(text)) return undefined;
  return hashToken(text);
}
