import { count, list, object, oneOf, text, type TypeOf } from '../shape/index.ts';

/** The response of every server to a request that fails (RFC 9457, `application/problem+json`). */
export const problem = object(
  { title: text, status: count, detail: text },
  {
    /** Each problem, if there are several. */
    problems: list(text),
    /**
     * `signed-out`: not signed in. `no-role`: signed in, but without a role for this. `changed`: what the request refers to has
     * changed or no longer exists. To agents: `clock`: the signature is too old, so a clock is wrong. `revoked`: the agent is
     * not enrolled. `passkey`: this requires a passkey. `no-passkey`: a passkey must be registered first. `sign-in-again`: the
     * sign-in is too long ago. `another-person`: this needs a second person, and the caller does not count as one here. To a
     * machine that waits for a sign-in, as defined by RFC 8628: `authorization-pending`, `slow-down`, `access-denied`,
     * `expired-token`.
     */
    code: oneOf(
      'signed-out',
      'no-role',
      'clock',
      'revoked',
      'changed',
      'passkey',
      'no-passkey',
      'sign-in-again',
      'another-person',
      'authorization-pending',
      'slow-down',
      'access-denied',
      'expired-token',
    ),
    /** In seconds. */
    retryAfter: count,
  },
);

export type ProblemBody = TypeOf<typeof problem>;

export const problemType = 'application/problem+json';

/** The title of a status, in the server's answers and in its OpenAPI document. */
export const problemTitles: ReadonlyMap<number, string> = new Map([
  [400, 'Bad request'],
  [401, 'Not signed in'],
  [403, 'Not permitted'],
  [404, 'Not found'],
  [405, 'Method not allowed'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [413, 'Too large'],
  [415, 'Unsupported content type'],
  [422, 'Unprocessable content'],
  [429, 'Too many requests'],
  [500, 'Internal server error'],
  [503, 'Service unavailable'],
]);

export function problemBody(status: number, detail: string): ProblemBody {
  return { title: problemTitles.get(status) ?? 'Not possible', status, detail };
}

/** The problem for a person: what went wrong, then each problem on its own line. */
export function problemText({ detail, problems = [] }: ProblemBody): string {
  return [detail, ...problems].join('\n');
}
