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

/** What the server said is wrong, in its own words. */
class Problem extends Error {
  readonly code: ProblemBody['code'];

  constructor(body: ProblemBody) {
    super(problemText(body));
    this.name = 'Problem';
    this.code = body.code;
  }
}

/** What was asked for waits until another person confirms it. Thrown, so that no page says that it is done. */
export class PendingChange extends Error {
  constructor() {
    super(texts.pending);
    this.name = 'PendingChange';
  }
}

/** What the server names the problem, where it does. */
export function problemCode(error: unknown): ProblemBody['code'] {
  return error instanceof Problem ? error.code : undefined;
}

/** Below the page itself, wherever the server has put it. */
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

/** For what answers with nothing that a page shows. */
export async function send(method: PageRequest['method'], path: string, body?: object): Promise<void> {
  await fetched({ method, path, ...(body === undefined ? {} : { body }) });
}

export async function request<T>(shape: Shape<T>, asked: PageRequest): Promise<T> {
  return checkedReply(shape, await (await fetched(asked)).json());
}

/** What a signed-in browser shows a team server with every change; nothing at the local console. */
let csrf: string | undefined;

/** Throws `Problem` where the server refuses, and `PendingChange` where it waits for another person. */
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
    // Each browser has words of its own for this.
    throw error instanceof TypeError ? new Error(texts.unreached) : error;
  });
  if (!response.ok) throw new Problem(await problemFrom(response));
  if (response.status === 202) throw new PendingChange();
  return response;
}

/** Throws where the two are of different versions: a page must not draw what it does not know. */
export function checkedReply<T>(shape: Shape<T>, value: unknown): T {
  const wrong = shapeProblem(shape, value);
  if (wrong !== undefined) throw new Error(texts.unfit(wrong));
  return value as T;
}

export async function problemFrom(response: Response): Promise<ProblemBody> {
  // Something before the server may answer in its place.
  if (response.headers.get('content-type')?.startsWith(problemType) !== true)
    return problemBody(response.status, texts.answered(response.status));
  return checkedReply(problem, await response.json());
}

/** Who sits at the page; or that nobody is signed in, or is and may not look. */
export type Entered = LocalWho | TeamWho | { readonly mode: 'stranger'; readonly mayNotLook: boolean };

/** The first thing that a page asks: what it talks to, and for whom. */
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
