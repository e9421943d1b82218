import type { ProblemBody } from '@permesso/protocol/console';

/** What went wrong, told to the caller (RFC 9457). Everything else that is thrown stays inside: 500. */
export class Problem extends Error {
  readonly status: number;
  /** Further members of the answer. */
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

/** The same words whether it does not exist or belongs to somebody else: asking must not tell which. */
export function notFound(what: string): Problem {
  return new Problem(404, `there is no such ${what}`);
}

/** The one row of a query, where there has to be one. */
export async function existing<R>(rows: Promise<readonly R[]>, what: string): Promise<R> {
  const [row] = await rows;
  if (row === undefined) throw notFound(what);
  return row;
}
