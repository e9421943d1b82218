import { learnRules, type Learning, printable } from '@permesso/engine/decision';
import { quoteWord } from '@permesso/engine/facts';
import type { Layer } from '@permesso/engine/policy';
import { readLogBackwards } from '@permesso/gate/log';
import type { LogEntry } from '@permesso/protocol/entry';
import { attacksFrom, historyFrom, hostileFiles } from '../../review/log-history.ts';
import { noCounts, type VerdictCounts } from './look-at.ts';
import { named, plural } from './report.ts';
import { fit, verdictLines } from './screen.ts';

const aWeek = 7 * 24 * 60 * 60_000;
const mostRules = 3;

/** The log of the last seven days, and the rules that would have saved asks in them. */
export interface WeekReport {
  readonly verdicts: VerdictCounts;
  /** Asks in the seven days before; undefined where the log does not go back that far. */
  readonly askedBefore?: number;
  readonly rules: readonly Pick<Learning['rules'][number], 'rule' | 'saved' | 'because'>[];
}

export interface WeekOptions {
  /** The directory of the log. */
  readonly log: string;
  readonly now: number;
  readonly layers: readonly Layer[];
  /** Approvals needed before a rule is proposed. */
  readonly least: number;
}

export function weekOf({ log, now, layers, least }: WeekOptions): WeekReport {
  const verdicts = noCounts();
  const week: LogEntry[] = [];
  let askedBefore = 0;
  let isOlder = false;
  for (const entry of readLogBackwards(log)) {
    const age = now - Date.parse(entry.at);
    isOlder ||= age >= 2 * aWeek;
    if (isOlder) break;
    if (age < aWeek) {
      week.push(entry);
      if (entry.type === 'decision') verdicts[entry.verdict] += 1;
    } else if (entry.type === 'decision' && entry.verdict === 'ask') askedBefore += 1;
  }
  const hostile = verdicts.ask === 0 ? [] : attacksFrom(hostileFiles([]));
  const { rules } = learnRules(historyFrom(week.toReversed()), { layers, hostile, least });
  const best = rules.toSorted((a, b) => b.saved - a.saved).slice(0, mostRules);
  return { verdicts, ...(isOlder ? { askedBefore } : {}), rules: best };
}

export function weekAsData({ verdicts, rules, ...report }: WeekReport): object {
  return {
    ...named(verdicts),
    ...report,
    rules: rules.map(({ rule, saved, because }) => ({ rule, saved, because })),
  };
}

export function weekScreen({ verdicts, askedBefore, rules }: WeekReport, width: number): string {
  const room = Math.min(width, 80);
  return [
    `In the last 7 days you were asked ${times(verdicts.ask)}${comparedWith(verdicts.ask, askedBefore)}.`,
    ...verdictLines(verdicts),
    '',
    ...ruleLines(rules, room),
  ].join('\n');
}

function times(count: number): string {
  return count === 1 ? 'once' : plural(count, 'time');
}

function comparedWith(now: number, before: number | undefined): string {
  if (before === undefined) return '';
  if (before === now) return ', as often as in the 7 days before';
  const [more, word] = now > before ? [now - before, 'more'] : [before - now, 'fewer'];
  return `, ${more.toLocaleString('en')} ${word} than in the 7 days before`;
}

const numbers = ['No rule', 'One rule', 'Two rules', 'Three rules'];

function ruleLines(rules: WeekReport['rules'], room: number): readonly string[] {
  const [first] = rules;
  if (first === undefined) return ['No rule would have ended enough of these questions.'];
  const saved = rules.reduce((sum, rule) => sum + rule.saved, 0);
  return [
    `${numbers[rules.length]} would end ${saved.toLocaleString('en')} of them`,
    ...rules.map(({ rule, saved: each, because }) =>
      fit(`  ${`-${each}`.padStart(6)}  ${printable(rule)}  (${because})`, room),
    ),
    '',
    `Add one: permesso allow ${quoteWord(printable(first.rule))}`,
  ];
}
