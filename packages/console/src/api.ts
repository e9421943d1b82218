import type { InboxItem as LocalItem } from '../../permesso/src/ui/inbox.ts';
import type { HiddenTools, ListedRule } from '../../permesso/src/ui/rule-list.ts';
import type { Merge } from '../../permesso/src/ui/rule-merges.ts';
import type { Found } from '../../permesso/src/ui/activity.ts';
import type { LogStats } from '../../permesso/src/record/log-stats.ts';
import type { LogEntry } from '../../permesso/src/record/log-entry.ts';
import type { Answer } from '../../permesso/src/approval/approver.ts';
import type { Decision } from '../../permesso/src/decision/decision.ts';
import type { Explanation } from '../../permesso/src/decision/explain.ts';
import type { PartReceipt } from '../../permesso/src/decision/receipt.ts';
import type { Verdict } from '../../permesso/src/policy/verdict.ts';

import type { AroundQuestion, TeamEntry, TeamFound, TeamWho } from '../../server/src/console/shapes.ts';

export { visible } from '../../permesso/src/approval/terminal/show-text.ts';

export type {
  Answer,
  AroundQuestion,
  Decision,
  Found,
  ListedRule,
  LogEntry,
  LogStats,
  PartReceipt,
  TeamEntry,
  TeamFound,
  TeamWho,
  Verdict,
};

/** A question that waits; at a team server with what the team knows about it. */
export type InboxItem = LocalItem & { readonly team?: AroundQuestion };

export interface RuleList {
  readonly mode?: string;
  /** At a team server: the version in force. */
  readonly version?: number;
  readonly frozen?: string;
  /** Why there is no policy at all. */
  readonly broken?: string;
  readonly files?: readonly { readonly file: string; readonly layer: string }[];
  readonly problems?: readonly { readonly message: string; readonly file: string; readonly line: number }[];
  readonly countedCalls?: number;
  readonly project?: string;
  /** Where agents have worked. */
  readonly projects?: readonly string[];
  readonly tools?: readonly HiddenTools[];
  readonly merges?: readonly Merge[];
  readonly rules: readonly ListedRule[];
}

export interface Tried {
  readonly decision: Decision;
  readonly considered: Explanation['parts'];
  readonly effects?: InboxItem['effects'];
  readonly mode: string;
  /** The questions of the decision table in their order, with what this mode says to a yes; `-`: not asked. */
  readonly steps: readonly { readonly step: string; readonly words: string; readonly verdict: string }[];
  readonly modes: readonly string[];
}

export interface Matching {
  readonly of: number;
  readonly matched: number;
  readonly examples?: readonly { readonly tool: string; readonly input: object }[];
}

/** What the server said is wrong, in its own words. */
class Problem extends Error {}

/** Below the page itself, wherever the server has put it. */
export function here(path: string): string {
  return `.${path}`;
}

export async function get<T>(path: string): Promise<T> {
  return read<T>(await fetch(here(path), { credentials: 'same-origin' }));
}

export async function post<T>(path: string, body: object): Promise<T> {
  return send<T>('POST', path, body);
}

/** What a signed-in browser shows a team server with every change; nothing at the local console. */
let csrf: string | undefined;

export async function send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<T> {
  return read<T>(
    await fetch(here(path), {
      method,
      credentials: 'same-origin',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(csrf === undefined ? {} : { 'permesso-csrf': csrf }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
}

async function read<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  const value = (await response.json()) as T & Said;
  if (!response.ok) throw new Problem(wordsFrom(value, response.status));
  return value;
}

/** The local console says `problem`; a team server `detail`, and `problems` where there are several. */
interface Said {
  readonly problem?: string;
  readonly detail?: string;
  readonly problems?: readonly string[];
}

function wordsFrom({ problem, detail, problems }: Said, status: number): string {
  const words = problem ?? detail ?? `the server said ${status}`;
  return problems === undefined ? words : [words, ...problems].join('\n');
}

export interface LocalWho {
  readonly mode: 'local';
}

/** Who sits at the page; or that nobody is signed in, or is and may not look. */
export type Entered = LocalWho | TeamWho | { readonly mode: 'stranger'; readonly mayNotLook: boolean };

/** The first thing that a page asks: what it talks to, and for whom. */
export async function enter(): Promise<Entered> {
  const response = await fetch(here('/api/who'), { credentials: 'same-origin' });
  const isTeam = response.headers.get('content-type')?.startsWith('application/problem+json') === true;
  if (isTeam && (response.status === 401 || response.status === 403))
    return { mode: 'stranger', mayNotLook: response.status === 403 };
  const who = await read<LocalWho | TeamWho>(response);
  csrf = who.mode === 'team' ? (await get<{ readonly csrf: string }>('/v1/session')).csrf : undefined;
  return who;
}

/** Says what became of it, in words. */
export async function answerQuestion({ id, digest, team }: InboxItem, answer: Answer): Promise<string> {
  const done = answer.verdict === 'allow' ? 'Allowed.' : 'Denied.';
  if (team === undefined) {
    await post('/api/answer', { id, digest, answer });
    return done;
  }
  const path = `/v1/approvals/${id}/answer`;
  const { state } = await post<{ readonly state: string }>(path, { digest, ...answer });
  return state === 'pending' ? 'Noted. Others must agree.' : done;
}

/** Whether whoever sits here has the role, for the project or everywhere. */
export function holds({ roles }: TeamWho, role: string, project: string | null): boolean {
  return roles.some((held) => held.role === role && (held.project === null || held.project === project));
}
