import type { CompactRule, LogEntry } from '../record/log-entry.ts';
import type { Rule } from '../policy/rule.ts';

/** How often rules made a verdict, as far back as the log goes. */
export interface RuleUses {
  readonly calls: number;
  readonly of: (rule: Pick<Rule, 'verdict' | 'text' | 'origin'>) => Use;
}

export interface Use {
  readonly hits: number;
  readonly last?: string;
}

const never: Use = { hits: 0 };

/** Counted by what a rule says and where it comes from: its line moves when others are added. */
export function countRuleUses(): RuleUses & { readonly add: (entry: LogEntry) => void } {
  const uses = new Map<string, Use>();
  let calls = 0;
  return {
    get calls() {
      return calls;
    },
    add: (entry) => {
      if (entry.type !== 'decision') return;
      calls += 1;
      for (const rule of entry.receipt.rules) {
        const key = keyOf(rule, rule.layer);
        uses.set(key, { hits: (uses.get(key)?.hits ?? 0) + 1, last: entry.at });
      }
    },
    of: (rule) => uses.get(keyOf(rule, rule.origin.layer)) ?? never,
  };
}

function keyOf({ verdict, text }: Pick<CompactRule, 'verdict' | 'text'>, layer: string): string {
  return JSON.stringify([verdict, text, layer]);
}
