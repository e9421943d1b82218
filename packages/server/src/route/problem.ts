/** What went wrong, told to whoever asked (RFC 9457). Everything else that is thrown stays inside: 500. */
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
  readonly [name: string]: unknown;
}

export const titles: ReadonlyMap<number, string> = new Map([
  [400, 'Not understood'],
  [401, 'Not signed in'],
  [403, 'Not permitted'],
  [404, 'Not found'],
  [405, 'No such method'],
  [409, 'In conflict'],
  [410, 'Over'],
  [413, 'Too large'],
  [415, 'Another kind of content'],
  [422, 'Not acceptable as it is'],
  [429, 'Too many requests'],
  [500, 'The server failed'],
  [503, 'Not ready'],
]);

/** The same words whether it does not exist or belongs to somebody else: asking must not tell which. */
export function notFound(what: string): Problem {
  return new Problem(404, `there is no such ${what}`);
}
