/** One endpoint of the local console. Throws `Refused` if the request cannot be answered. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly run: (asked: RouteRequest) => unknown;
}

export interface RouteRequest {
  readonly query: URLSearchParams;
  /** The JSON object of a POST, not validated. */
  readonly body: Readonly<Record<string, unknown>>;
}

export function get(path: string, run: (query: URLSearchParams) => unknown): Route {
  return { method: 'GET', path, run: ({ query }) => run(query) };
}

export function post(path: string, run: (body: RouteRequest['body']) => unknown): Route {
  return { method: 'POST', path, run: ({ body }) => run(body) };
}

/**
 * Why a request of a page is refused, in words for the person at the page.
 *
 * @example
 * ```ts
 * import { Refused } from 'permesso/team-server';
 * const nameOf = (text: string): string => {
 *   if (text.length > 100) throw new Refused('A name has at most 100 characters.');
 *   return text;
 * };
 * ```
 */
export class Refused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refused';
  }
}

export function textFrom(body: RouteRequest['body'], name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw new Refused(`\`${name}\` is missing`);
  return value;
}
