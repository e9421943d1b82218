import type { Learning } from '@permesso/engine/decision';
import type { Danger } from './dangers.ts';
import type { PastWork } from './look-at.ts';

export interface LookReport {
  readonly work: PastWork;
  readonly preset: string;
  readonly dangers: readonly Danger[];
  readonly saving: Pick<Learning, 'rules' | 'prompts' | 'left'>;
  /** Commands are left out. */
  readonly hides?: true;
}

/** The report for sharing: how dangerous calls were, without commands, paths, hosts or rules. */
export function withoutCommands({ dangers, saving, ...report }: LookReport): LookReport {
  return {
    ...report,
    hides: true,
    dangers: dangers.map((danger) => ({ ...danger, what: danger.kind, why: '' })),
    saving: {
      ...saving,
      rules: saving.rules.map((rule, at) => ({
        ...rule,
        rule: `rule ${at + 1}`,
        because: 'its text is left out',
      })),
    },
  };
}

export function callsOf({ verdicts }: Pick<PastWork, 'verdicts'>): number {
  return verdicts.allow + verdicts.ask + verdicts.deny;
}

export const kinds = [
  { verdict: 'allow', name: 'quiet' },
  { verdict: 'ask', name: 'asked' },
  { verdict: 'deny', name: 'denied' },
] as const;

/** First and last day. */
export function spanOf({ days }: Pick<PastWork, 'days'>): readonly [string, string] | undefined {
  const sorted = [...days.keys()].toSorted();
  const [first] = sorted;
  const last = sorted.at(-1);
  return first === undefined || last === undefined ? undefined : [first, last];
}

export function share(part: number, of: number): string {
  const percent = of === 0 ? 0 : (100 * part) / of;
  return percent > 0 && percent < 0.05 ? '<0.1 %' : `${percent.toFixed(1)} %`;
}

export function plural(count: number, word: string): string {
  return `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
}

/** Verdicts under their display names. */
export function named({ allow, ask, deny }: PastWork['verdicts']): object {
  return { quiet: allow, asked: ask, denied: deny };
}

/** The same as data, with texts as they are shown. */
export function reportAsData({ work, preset, dangers, saving }: LookReport): object {
  const { sessions, projects, verdicts, hosts, days, skipped } = work;
  return {
    preset,
    calls: callsOf(work),
    ...named(verdicts),
    sessions,
    projects: projects.size,
    hosts: Object.fromEntries(Array.from(hosts, ([name, counts]) => [name, named(counts)])),
    days: Object.fromEntries(Array.from(days, ([day, counts]) => [day, named(counts)])),
    dangers,
    rules: saving.rules.map(({ rule, saved, risk, because }) => ({ rule, saved, risk, because })),
    skipped,
  };
}
