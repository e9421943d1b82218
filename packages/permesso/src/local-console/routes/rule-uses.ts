import { putBounded } from '@permesso/engine/call';
import type { RuleList } from '@permesso/protocol/console';
import type { CompactRule, LogEntry } from '@permesso/protocol/entry';
import type { Rule } from '@permesso/engine/policy';
import { shippedPlaces } from './shipped-places.ts';

/** How often rules decided, as far back as the log goes. */
export interface RuleUses {
  readonly calls: number;
  /** Calls that a person approved. */
  readonly approved: number;
  readonly of: (rule: Pick<Rule, 'verdict' | 'text' | 'origin'>) => Use;
  /** Calls of the last 30 days by preset or group: one that may match several of its rules counts once. */
  readonly shipped: (now: number) => NonNullable<RuleList['shipped']>;
  /** Directories where agents have worked, busiest first. */
  readonly projects: () => readonly string[];
}

export interface Use {
  readonly hits: number;
  readonly last?: string;
  /** Of the last 30 days, oldest first. */
  readonly days?: (now: number) => readonly number[];
}

interface Counted {
  hits: number;
  last: string;
  readonly days: Map<number, number>;
}

const never: Use = { hits: 0 };
const dayMs = 86_400_000;
const daysKept = 30;
const mostProjects = 200;

/** Keyed by a rule's content and file: its line moves when others are added. */
export function countRuleUses(): RuleUses & { readonly add: (entry: LogEntry) => void } {
  const uses = new Map<string, Counted>();
  const byGroup = new Map<string, Map<number, number>>();
  const groupOf = shippedGroups();
  const projects = new Map<string, number>();
  let calls = 0;
  let approved = 0;
  return {
    get calls() {
      return calls;
    },
    get approved() {
      return approved;
    },
    add: (entry) => {
      if (entry.type === 'answer' && entry.verdict === 'allow') approved += 1;
      if (entry.type !== 'decision') return;
      calls += 1;
      const { project } = entry;
      if (project !== undefined && (projects.has(project) || projects.size < mostProjects))
        projects.set(project, (projects.get(project) ?? 0) + 1);
      const day = Math.floor(Date.parse(entry.at) / dayMs);
      for (const group of new Set(entry.receipt.rules.flatMap((rule) => groupOf(rule) ?? []))) {
        const days = byGroup.get(group) ?? new Map<number, number>();
        byGroup.set(group, days);
        countDay(days, day);
      }
      for (const rule of entry.receipt.rules) {
        const key = keyOf(rule, { layer: rule.layer, file: rule.place?.replace(/:\d+$/, '') });
        const use = uses.get(key) ?? { hits: 0, last: entry.at, days: new Map<number, number>() };
        uses.set(key, use);
        use.hits += 1;
        use.last = entry.at;
        countDay(use.days, day);
      }
    },
    of: (rule) => {
      const use = uses.get(keyOf(rule, { layer: rule.origin.layer, file: rule.origin.file }));
      if (use === undefined) return never;
      const { hits, last, days } = use;
      return { hits, last, days: (now) => lastDays(days, Math.floor(now / dayMs)) };
    },
    shipped: (now) =>
      Array.from(byGroup, ([group, days]) => {
        const [verdict, from] = JSON.parse(group) as [CompactRule['verdict'], string];
        const hits = lastDays(days, Math.floor(now / dayMs)).reduce((sum, count) => sum + count, 0);
        return { verdict, from, hits };
      }),
    projects: () => [...projects].toSorted(([, a], [, b]) => b - a).map(([project]) => project),
  };
}

/** The key of a rule's preset or group. Rules are few, entries are many. */
function shippedGroups(): (rule: CompactRule) => string | undefined {
  const placeOf = shippedPlaces();
  const known = new Map<string, string | undefined>();
  return ({ verdict, place = '' }) => {
    const key = `${verdict} ${place}`;
    if (!known.has(key)) {
      const [, file = place, line] = /^(.*):(\d+)$/u.exec(place) ?? [];
      const from = placeOf(verdict, { file, ...(line === undefined ? {} : { line: Number(line) }) });
      known.set(key, from === undefined ? undefined : JSON.stringify([verdict, from]));
    }
    return known.get(key);
  };
}

function countDay(days: Map<number, number>, day: number): void {
  putBounded(days, [day, (days.get(day) ?? 0) + 1], daysKept);
}

function lastDays(days: ReadonlyMap<number, number>, today: number): readonly number[] {
  return Array.from({ length: daysKept }, (_, at) => days.get(today - daysKept + 1 + at) ?? 0);
}

function keyOf(
  { verdict, text }: Pick<CompactRule, 'verdict' | 'text'>,
  { layer, file = '' }: { readonly layer: string; readonly file: string | undefined },
): string {
  return JSON.stringify([verdict, text, layer, file]);
}
