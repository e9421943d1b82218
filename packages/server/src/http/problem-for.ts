import { problemBody, problemType } from '@permesso/protocol/console';
import { ElsewhereError } from '../database/elsewhere.ts';
import { OldServerError } from '../database/old-server.ts';
import { Problem } from '../route/problem.ts';
import type { Reply } from '../route/route.ts';

/** The error for the caller. An unexpected error reveals nothing except that it happened. */
export function problemFor(error: unknown): Reply & { readonly status: number } {
  const { status, message, more } = problemOf(error);
  const { retryAfter } = more;
  return {
    status,
    json: { ...problemBody(status, message), ...more },
    headers: {
      'content-type': problemType,
      ...(retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }),
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    },
  };
}

export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof ElsewhereError)
    return new Problem(503, 'the organisation is being moved to another database', { retryAfter: 1 });
  if (error instanceof OldServerError)
    return new Problem(503, `${error.message}, or send the request to one`, { retryAfter: 5 });
  const code = codeOf(error);
  // A value that passed the schema but that the database cannot store: half a surrogate pair, a number out of range.
  if (code?.startsWith('22') === true) return new Problem(400, 'a value cannot be stored');
  if (code === '23505') return new Problem(409, 'there is one already');
  if (code === '23503') return new Problem(404, 'something that was named does not exist');
  if (isAway(code) || lostConnection.test(error instanceof Error ? error.message : ''))
    return new Problem(503, 'the database is busy or away', { retryAfter: 1 });
  return new Problem(500, 'internal error; see the server log');
}

function isAway(code: string | undefined): boolean {
  return code !== undefined && /^(?:40|53|57|08|55P03)|^E[A-Z]+$/.test(code);
}

/** The driver's messages that have no code. */
const lostConnection =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

function codeOf(error: unknown): string | undefined {
  const { code } =
    error instanceof Error ? (error as Error & { readonly code?: unknown }) : { code: undefined };
  return typeof code === 'string' ? code : undefined;
}
