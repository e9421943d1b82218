/** One address of the local console: what was asked -> what is answered. Throws `Refused` where it cannot. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly run: (asked: RouteRequest) => unknown;
}

export interface RouteRequest {
  readonly query: URLSearchParams;
  /** Of a POST: a JSON object, as it came. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Said to the person at the page. */
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
