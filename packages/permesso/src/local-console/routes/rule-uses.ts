import type { CompactRule, LogEntry } from '@permesso/protocol/entry/log-entry';
import type { Rule } from '@permesso/engine/internal/policy/rules/rule';

/** How often rules made a verdict, as far back as the log goes. */
export interface RuleUses {
  readonly calls: number;
  readonly of: (rule: Pick<Rule, 'verdict' | 'text' | 'origin'>) => Use;
  /** Where agents have worked, the busiest first. */
  readonly projects: () => readonly string[];
}

export interface Use {
  readonly hits: number;
  readonly last?: string;
}

const never: Use = { hits: 0 };
const mostProjects = 200;

/** Counted by what a rule says and which file it stands in: its line moves when others are added. */
export function countRuleUses(): RuleUses & { readonly add: (entry: LogEntry) => void } {
  const uses = new Map<string, Use>();
  const projects = new Map<string, number>();
  let calls = 0;
  return {
    get calls() {
      return calls;
    },
    add: (entry) => {
      if (entry.type !== 'decision') return;
      calls += 1;
      const { project } = entry;
      if (project !== undefined && (projects.has(project) || projects.size < mostProjects))
        projects.set(project, (projects.get(project) ?? 0) + 1);
      for (const rule of entry.receipt.rules) {
        const key = keyOf(rule, { layer: rule.layer, file: rule.place?.replace(/:\d+$/, '') });
        uses.set(key, { hits: (uses.get(key)?.hits ?? 0) + 1, last: entry.at });
      }
    },
    of: (rule) => uses.get(keyOf(rule, { layer: rule.origin.layer, file: rule.origin.file })) ?? never,
    projects: () => [...projects].toSorted(([, a], [, b]) => b - a).map(([project]) => project),
  };
}

function keyOf(
  { verdict, text }: Pick<CompactRule, 'verdict' | 'text'>,
  { layer, file = '' }: { readonly layer: string; readonly file: string | undefined },
): string {
  return JSON.stringify([verdict, text, layer, file]);
}
