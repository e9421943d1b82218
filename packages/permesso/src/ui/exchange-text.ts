import { messageOf } from '../facts/read-facts.ts';
import { formats } from '../policy/exchange/formats.ts';
import type { ReadOptions, Written } from '../policy/exchange/format.ts';
import type { LossReport } from '../policy/exchange/loss.ts';
import { bindRead } from '../policy/exchange/bind-read.ts';
import { printBound } from '../policy/exchange/print-bound.ts';
import { printPolicy } from '../policy/exchange/profile/profile.ts';
import type { Layer } from '../policy/layer.ts';
import type { RuleInput } from '../policy/rule.ts';
import { verdicts, type Verdict } from '../policy/verdict.ts';
import { Refused } from './route.ts';

/** The programs whose rules can be read or written, as the pages list them. */
export function listedFormats(): readonly object[] {
  return formats.map(({ name, title, read, write }) => ({
    name,
    title,
    reads: read !== undefined,
    writes: write !== undefined,
  }));
}

/** Rules in another program's words, with what could not be said. */
export function writtenFor(name: string, layers: readonly Layer[]): Written {
  const { title, write } = formatOf(name);
  if (write === undefined) throw new Refused(`Nothing can be written for ${title}.`);
  try {
    return write(layers);
  } catch (error) {
    throw new Refused(messageOf(error));
  }
}

export interface Imported {
  readonly rules: readonly { readonly verdict: Verdict; readonly rule: string }[];
  /** The same and all else that was said, as a policy file. */
  readonly policy: string;
  readonly losses: LossReport;
}

/** Another program's rules in our words, with what could not be said. */
export function readFor(name: string, text: string, options: ReadOptions): Imported {
  const { title, read, agent } = formatOf(name);
  if (read === undefined) throw new Refused(`Nothing can be read from ${title}.`);
  const found = read(text, options);
  if ('error' in found) throw new Refused(found.error);
  const bound = bindRead(found, agent === undefined ? {} : { agent });
  // Each is added by a click of its own, as its text alone: an allow with conditions would lose them.
  const rules = verdicts.flatMap((verdict) =>
    (found.layer[verdict] ?? [])
      .filter((rule) => verdict !== 'allow' || typeof rule === 'string')
      .map((rule) => ({ verdict, rule: textOf(rule) })),
  );
  // A profile is a policy already, and says itself whom its rules are for.
  if (name === 'profile') return { rules, policy: printPolicy(found), losses: found.losses };
  return { rules, policy: printBound([bound]), losses: bound.losses };
}

function formatOf(name: string): (typeof formats)[number] {
  const format = formats.find((one) => one.name === name);
  if (format === undefined) throw new Refused('There is no such format.');
  return format;
}

function textOf(rule: RuleInput): string {
  return typeof rule === 'string' ? rule : rule.rule;
}
