import type { InboxItem } from '../../permesso/src/ui/inbox.ts';
import type { ListedRule } from '../../permesso/src/ui/rule-list.ts';
import type { Found } from '../../permesso/src/ui/activity.ts';
import type { LogStats } from '../../permesso/src/record/log-stats.ts';
import type { LogEntry } from '../../permesso/src/record/log-entry.ts';
import type { Answer } from '../../permesso/src/approval/approver.ts';
import type { Decision } from '../../permesso/src/decision/decision.ts';
import type { Explanation } from '../../permesso/src/decision/explain.ts';
import type { PartReceipt } from '../../permesso/src/decision/receipt.ts';
import type { Verdict } from '../../permesso/src/policy/verdict.ts';

export { visible } from '../../permesso/src/approval/terminal/show-text.ts';

export type { Answer, Decision, Found, InboxItem, ListedRule, LogEntry, LogStats, PartReceipt, Verdict };

export interface RuleList {
  readonly mode?: string;
  readonly frozen?: string;
  /** Why there is no policy at all. */
  readonly broken?: string;
  readonly files?: readonly { readonly file: string; readonly layer: string }[];
  readonly problems?: readonly { readonly message: string; readonly file: string; readonly line: number }[];
  readonly countedCalls?: number;
  readonly rules: readonly ListedRule[];
}

export interface Tried {
  readonly decision: Decision;
  readonly considered: Explanation['parts'];
  readonly mode: string;
  readonly row: Readonly<Record<string, string>>;
  readonly modes: readonly string[];
}

export interface Matching {
  readonly of: number;
  readonly matched: number;
}

/** What the server said is wrong, in its own words. */
class Problem extends Error {}

export async function get<T>(path: string): Promise<T> {
  return read<T>(await fetch(path, { credentials: 'same-origin' }));
}

export async function post<T>(path: string, body: object): Promise<T> {
  return read<T>(
    await fetch(path, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
}

async function read<T>(response: Response): Promise<T> {
  const value = (await response.json()) as T & { readonly problem?: string };
  if (!response.ok) throw new Problem(value.problem ?? `the server said ${response.status}`);
  return value;
}
