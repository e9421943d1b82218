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
  /** The API token that let the browser in: the session can do what it can, while it counts. */
  readonly apiToken?: string;
}

/**
 * Begins a session and tells the cookie for it. A session that existed before is never continued: what somebody planted
 * there is worth nothing.
 */
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
 * What a page of this server shows with everything that changes something. Made from the session's own secret: every
 * server can tell it again after a reload, and none has to keep it.
 */
export function csrfOf(session: string): Token {
  return tokenOf('csrf', createHmac('sha256', session).update('permesso csrf').digest());
}
