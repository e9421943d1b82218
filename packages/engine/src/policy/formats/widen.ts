import { parseCommandWords, printCommandWords } from '../rules/command-words.ts';
import { knownNames } from '../rules/known-tools.ts';
import { parsePattern } from '../rules/parse-pattern.ts';
import type { CommandRule, PatternWord } from '../rules/pattern.ts';
import type { RuleObject } from '../rules/rule.ts';
import { hiddenSecret } from './loss.ts';

/**
 * The nearest rule that surely speaks of everything that this one was meant to speak of, for a deny or ask that cannot
 * be written as it is: the words of a command up to the one that cannot be said, or the tool as a whole.
 */
export function widen(spec: RuleObject): RuleObject | undefined {
  const { when: _when, ...rest } = spec;
  const wider = spec.when === undefined ? widenText(spec.rule) : spec.rule;
  return wider === undefined || !parsePattern(wider).ok ? undefined : { ...rest, rule: wider };
}

function widenText(text: string): string | undefined {
  const open = text.indexOf('(');
  if (open === -1) return undefined;
  const name = text.slice(0, open).trim();
  if (knownNames.get(name)?.kind !== 'shell') return name;
  const words = readableWords(text.slice(open + 1));
  return words.length === 0 ? name : `Bash(${printCommandWords({ about: 'command', words, open: true })})`;
}

/** Whole words from the start, up to an operator, a broken quote or a secret. */
function readableWords(text: string): readonly PatternWord[] {
  const pieces = text.split(/(?<=\s)|(?=[;|&<>\n)])/u);
  let best: readonly PatternWord[] = [];
  for (let count = 1; count <= Math.min(pieces.length, 64); count += 1) {
    const start = pieces.slice(0, count).join('');
    const read = readWords(start);
    if (read === undefined || hiddenSecret(start) !== undefined) break;
    best = read.words.filter((word, at) => word.is !== 'any' || at < read.words.length - 1);
  }
  const star = best.findIndex((word) => word.is !== 'literal');
  return star === -1 ? best : best.slice(0, star);
}

function readWords(text: string): CommandRule | undefined {
  const parsed = parseCommandWords(text.replace(/:?\*?\s*$/u, ''), { offset: 0, open: true });
  return parsed.ok ? parsed.value : undefined;
}
