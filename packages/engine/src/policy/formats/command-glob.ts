import { parseCommandWords } from '../rules/command-words.ts';
import { compileRegex } from '../patterns/linear-regex.ts';
import type { CommandRule, PatternWord } from '../rules/pattern.ts';
import { printPattern } from '../rules/print-pattern.ts';
import type { RuleObject } from '../rules/rule.ts';
import type { Verdict } from '../rules/verdict.ts';

/** A host's command pattern: `*` matches any text, including spaces. */
export type CommandGlob =
  | { readonly is: 'all' }
  /** Word patterns express it exactly. */
  | { readonly is: 'words'; readonly rule: CommandRule }
  /** Word patterns express less (`narrow`) or cannot express it; `regex` finds the text anywhere in a line. */
  | { readonly is: 'text'; readonly narrow?: CommandRule; readonly regex: string; readonly why: string };

export function readCommandGlob(text: string): CommandGlob {
  const glob = text.trim();
  if (/^\*+$/u.test(glob)) return { is: 'all' };
  const regex = globRegex(glob);
  if (glob.startsWith('*')) return { is: 'text', regex, why: 'it begins with a wildcard' };
  if (glob.includes('?')) return { is: 'text', regex, why: '`?` is not a wildcard in a rule about commands' };
  const isOpenWord = /[^\s*]\*+$/u.test(glob);
  const parsed = parseCommandWords(isOpenWord ? glob.replace(/\*+$/u, '') : glob, { offset: 0, open: false });
  if (!parsed.ok) return { is: 'text', regex, why: parsed.error.message };
  const rule = isOpenWord ? openLastWord(parsed.value) : parsed.value;
  // The last word may be a wildcard to the end; a star elsewhere also matches spaces in their syntax.
  const inner = rule.words.slice(
    0,
    isOpenWord && parsed.value.words.at(-1)?.is === 'literal' ? -1 : undefined,
  );
  return inner.some((word) => word.is === 'glob')
    ? { is: 'text', narrow: rule, regex, why: 'a wildcard inside a word covers that word alone' }
    : { is: 'words', rule };
}

/** `git log*` without its star becomes `git log`: the last word may continue, and anything may follow. */
function openLastWord(rule: CommandRule): CommandRule {
  const last = rule.words.at(-1);
  if (last?.is !== 'literal') return { ...rule, open: true };
  const word: PatternWord = { is: 'glob', pieces: [last.text, ''] };
  return { about: 'command', words: [...rule.words.slice(0, -1), word], open: true };
}

/** Without anchors: a command may occur anywhere in a line. */
function globRegex(glob: string): string {
  return glob
    .replaceAll(/^[*\s]+|[*\s]+$/gu, '')
    .replaceAll(/[\\^$.+()[\]{}|/]/gu, String.raw`\$&`)
    .replaceAll(/\*+/gu, String.raw`[\s\S]*`)
    .replaceAll('?', String.raw`[\s\S]`)
    .replaceAll(/\s+/gu, String.raw`\s+`);
}

/** The rule for one verdict, and what it loses. Undefined if an allow cannot be expressed. */
export function ruleFromGlob(
  verdict: Verdict,
  glob: CommandGlob,
): { readonly rule?: RuleObject; readonly loss?: string } {
  if (glob.is === 'all') return { rule: { rule: 'Bash' } };
  if (glob.is === 'words') {
    const last = glob.rule.words.at(-1);
    const isOption = verdict === 'allow' && last?.is === 'glob' && last.pieces[0]?.startsWith('-') === true;
    const loss = 'an option that changes what the command does must be spelled out, without a wildcard';
    return { rule: { rule: printPattern(glob.rule) }, ...(isOption ? { loss } : {}) };
  }
  if (verdict === 'allow') {
    if (glob.narrow === undefined) return { loss: `${glob.why}; left out, so it is asked about` };
    return { rule: { rule: printPattern(glob.narrow) }, loss: glob.why };
  }
  return { rule: textRule(glob.regex), loss: `${glob.why}; it is searched for in the whole line` };
}

/** A deny or ask about the text of a line. If the text cannot be searched for, it covers every command. */
export function textRule(regex: string): RuleObject {
  const compiled = compileRegex(regex);
  return 'error' in compiled || regex === ''
    ? { rule: 'Bash' }
    : { rule: 'Bash', when: { command: { matches: regex } } };
}
