import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import { isOpen, writePrivate } from '../disk/private-file.ts';
import { readText } from '../disk/read-text.ts';

/** Who may send messages, and who may also answer approval requests. */
export interface BearerTokens {
  readonly decide: string;
  /** Answers are off without it. */
  readonly approve?: string;
}

export type TokenHolder = 'decide' | 'approve';

const shortest = 32;

/**
 * The token in a file, created if missing: 32 random bytes, readable by this user alone. Throws if others can read
 * the file or its content could be guessed.
 */
export function tokenFromFile(path: string): string {
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    writePrivate(path, `${randomBytes(32).toString('base64url')}\n`);
  const { mode, uid } = statSync(path);
  if (isOpen({ mode }, 0o077)) throw new Error(`${path} can be read by others: run \`chmod 600 ${path}\``);
  if (process.getuid !== undefined && uid !== process.getuid())
    throw new Error(`${path} belongs to somebody else`);
  const read = readText(path);
  if (!('text' in read)) throw new Error(`${path} cannot be read`);
  const token = read.text.trim();
  if (!/^[\w.~+/=-]+$/u.test(token) || token.length < shortest)
    throw new Error(`${path} holds no token: ${shortest} letters and digits or more, on one line`);
  return token;
}

/** The holder of the token in an `Authorization` header; undefined for an unknown token. */
export function holderOf(header: string | undefined, tokens: BearerTokens): TokenHolder | undefined {
  const given = /^Bearer ([\w.~+/=-]+)$/iu.exec(header ?? '')?.[1];
  if (given === undefined) return undefined;
  // Always compares both, so that timing reveals nothing.
  const isDecide = isSameToken(given, tokens.decide);
  const isApprove = tokens.approve !== undefined && isSameToken(given, tokens.approve);
  return isApprove ? 'approve' : isDecide ? 'decide' : undefined;
}

function isSameToken(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
