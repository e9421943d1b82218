import { createHmac } from 'node:crypto';
import { only, queries, type Connection } from '../database/query.ts';
import { newToken, tokenOf, type Token } from '../secrets/token.ts';
import { cookie, sessionCookie } from './cookies.ts';

const beginSession = queries(import.meta.dirname)<
  { seconds: number },
  { hash: Buffer; csrf: Buffer; person: string; apiToken: string | null }
>('begin-session.sql');

export interface SessionOf {
  readonly person: string;
  /** The API token that started the session, which has the token's rights for as long as the token is valid. */
  readonly apiToken?: string;
}

/** Starts a session and returns its cookie. An existing session is never continued, so a planted one is worthless. */
export async function newSession(on: Connection, of: SessionOf, publicUrl: string): Promise<string> {
  const session = newToken('session');
  const begun = beginSession(on, {
    hash: session.hash,
    csrf: csrfOf(session.text).hash,
    person: of.person,
    apiToken: of.apiToken ?? null,
  });
  const { seconds } = await only(begun);
  return cookie(sessionCookie(publicUrl), session.text, { publicUrl, seconds, site: 'Strict' });
}

/**
 * The token that this server's pages send with every change. Derived from the session's own secret: any server can
 * recompute it after a reload, and none has to store it.
 */
export function csrfOf(session: string): Token {
  return tokenOf('csrf', createHmac('sha256', session).update('permesso csrf').digest());
}
