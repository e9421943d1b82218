import type { ProblemBody } from '@permesso/protocol/console';

/** An error for the caller (RFC 9457). Any other exception stays internal: 500. */
export class Problem extends Error {
  readonly status: number;
  /** Further members of the response. */
  readonly more: More;

  constructor(status: number, detail: string, more: More = {}) {
    super(detail);
    this.name = 'Problem';
    this.status = status;
    this.more = more;
  }
}

interface More {
  /** Seconds. */
  readonly retryAfter?: number;
  readonly code?: ProblemBody['code'];
  readonly [name: string]: unknown;
}

/** The same message whether it does not exist or belongs to somebody else: responses must not reveal which. */
export function notFound(what: string): Problem {
  return new Problem(404, `there is no such ${what}`);
}

/** The row of a query that must return one. */
export async function existing<R>(rows: Promise<readonly R[]>, what: string): Promise<R> {
  const [row] = await rows;
  if (row === undefined) throw notFound(what);
  return row;
}
