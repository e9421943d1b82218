import {
  browserSession,
  type LocalWho,
  problem,
  type ProblemBody,
  problemBody,
  problemText,
  problemType,
  type Shape,
  shapeProblem,
  type TeamWho,
  who,
} from '@permesso/protocol/console';
import { apiTexts as texts } from './texts/api.ts';

/** The server's error message. */
class Problem extends Error {
  readonly code: ProblemBody['code'];

  constructor(body: ProblemBody) {
    super(problemText(body));
    this.name = 'Problem';
    this.code = body.code;
  }
}

/** The change awaits another person's confirmation. Thrown, so that no page reports it as done. */
export class PendingChange extends Error {
  constructor() {
    super(texts.pending);
    this.name = 'PendingChange';
  }
}

/** The server's code for the problem, if it has one. */
export function problemCode(error: unknown): ProblemBody['code'] {
  return error instanceof Problem ? error.code : undefined;
}

/** Relative to the page, wherever the server is mounted. */
export function here(path: string): string {
  return `.${path}`;
}

export interface PageRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

export function get<T>(shape: Shape<T>, path: string): Promise<T> {
  return request(shape, { method: 'GET', path });
}

export function post<T>(shape: Shape<T>, path: string, body: object): Promise<T> {
  return request(shape, { method: 'POST', path, body });
}

/** For requests whose response no page shows. */
export async function send(method: PageRequest['method'], path: string, body?: object): Promise<void> {
  await fetched({ method, path, ...(body === undefined ? {} : { body }) });
}

export async function request<T>(shape: Shape<T>, asked: PageRequest): Promise<T> {
  return checkedReply(shape, await (await fetched(asked)).json());
}

/** The token that a signed-in browser sends to a team server with every change; undefined for the local console. */
let csrf: string | undefined;

/** Throws `Problem` if the server refuses, and `PendingChange` if another person must confirm. */
async function fetched({ method, path, body }: PageRequest): Promise<Response> {
  const response = await fetch(here(path), {
    method,
    credentials: 'same-origin',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(csrf === undefined || method === 'GET' ? {} : { 'permesso-csrf': csrf }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    // Browsers word this error differently.
    throw error instanceof TypeError ? new Error(texts.unreached) : error;
  });
  if (!response.ok) throw new Problem(await problemFrom(response));
  if (response.status === 202) throw new PendingChange();
  return response;
}

/** Throws on a version mismatch: a page must not render a format it does not know. */
export function checkedReply<T>(shape: Shape<T>, value: unknown): T {
  const wrong = shapeProblem(shape, value);
  if (wrong !== undefined) throw new Error(texts.unfit(wrong));
  return value as T;
}

export async function problemFrom(response: Response): Promise<ProblemBody> {
  // A proxy in front of the server may answer instead.
  if (response.headers.get('content-type')?.startsWith(problemType) !== true)
    return problemBody(response.status, texts.answered(response.status));
  return checkedReply(problem, await response.json());
}

/** The person at the page; or that nobody is signed in, or is without a role. */
export type Entered = LocalWho | TeamWho | { readonly mode: 'stranger'; readonly mayNotLook: boolean };

/** The page's first request: the kind of server, and the person. */
export async function enter(): Promise<Entered> {
  try {
    const entered = await get(who, '/api/who');
    csrf = entered.mode === 'team' ? (await get(browserSession, '/v1/session')).csrf : undefined;
    return entered;
  } catch (error) {
    if (!(error instanceof Problem) || error.code === undefined) throw error;
    return { mode: 'stranger', mayNotLook: error.code === 'no-role' };
  }
}

/** Whether the signed-in person has the role, for the project or everywhere. */
export function hasRole({ roles }: TeamWho, role: string, project: string | null): boolean {
  return roles.some((held) => held.role === role && (held.project === null || held.project === project));
}
