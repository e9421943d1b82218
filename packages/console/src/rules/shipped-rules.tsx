import { ChevronRight } from 'lucide-react';
import type { ListedRule, RuleList } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { rulesTexts } from './texts.ts';
import { Verdict } from '../ui/verdict.tsx';
import { RuleTable } from './rule-table.tsx';

const texts = rulesTexts.shipped;

interface ShippedGroup {
  readonly from: string;
  readonly verdict: ListedRule['verdict'];
  readonly rules: readonly ListedRule[];
}

/** The rules of one group and verdict, in list order. */
function shippedGroups(rules: readonly ListedRule[]): readonly ShippedGroup[] {
  const groups = Map.groupBy(rules, ({ from = '', verdict }) => `${verdict} ${from}`);
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    return first?.from === undefined ? [] : [{ from: first.from, verdict: first.verdict, rules: alike }];
  });
}

/** Permesso's own rules, one line per group: nobody reads four hundred rules that others wrote. */
export function ShippedRules({
  rules,
  used,
  onSwitch,
}: {
  readonly rules: readonly ListedRule[];
  /** Absent without counts. */
  readonly used: RuleList['shipped'];
  readonly onSwitch?: () => void;
}) {
  return (
    <section className="shipped" aria-labelledby="shipped-title">
      <div className="section-head">
        <h2 id="shipped-title">{texts.title}</h2>
        <span className="dim">
          {texts.updates}
          {onSwitch !== undefined && (
            <>
              {' · '}
              <button type="button" className="link" onClick={onSwitch}>
                {texts.switch}
              </button>
            </>
          )}
        </span>
      </div>
      {shippedGroups(rules).map((group) => (
        <details key={`${group.verdict} ${group.from}`}>
          <summary>
            <Verdict verdict={group.verdict} />
            <span className="what">
              {titleOf(group)}
              <span className="dim">{texts.of(visible(group.from), group.rules.length)}</span>
            </span>
            <span className="num dim">{used !== undefined && texts.hits(hitsOf(group, used))}</span>
            <ChevronRight className="i" aria-hidden />
          </summary>
          <RuleTable rules={group.rules} />
        </details>
      ))}
    </section>
  );
}

/** The group's purpose, or the effects that a preset names. */
function titleOf({ from, rules }: ShippedGroup): string {
  const effects = rules.flatMap(({ text }) => /^Effect\(([\w-]+)\)$/u.exec(text)?.[1] ?? []);
  if (effects.length < rules.length) return texts.groups[from] ?? visible(from);
  const named = effects.map((effect) => texts.effects[effect] ?? effect).join(', ');
  return texts.groups[from] ?? named.charAt(0).toUpperCase() + named.slice(1);
}

function hitsOf({ from, verdict }: ShippedGroup, used: NonNullable<RuleList['shipped']>): number {
  return used.find((group) => group.from === from && group.verdict === verdict)?.hits ?? 0;
}
