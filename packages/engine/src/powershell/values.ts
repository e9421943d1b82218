import type { Expression } from './read/syntax.ts';
import type { Word } from '../facts/shell/read/words/word.ts';

export interface KnownVariables {
  readonly cwd: string;
  readonly home: string;
  readonly onWindows: boolean;
}

/** The plain value of an expression: a text, a number, a list of them, or a directory of this machine. */
export function textsOf(e: Expression, known: KnownVariables): readonly string[] | undefined {
  switch (e.is) {
    case 'string':
    case 'number':
      return [e.text];
    case 'array': {
      const each = e.items.map((item) => textsOf(item, known));
      return each.every((texts) => texts !== undefined) ? each.flat() : undefined;
    }
    case 'paren':
      return e.only === undefined ? undefined : textsOf(e.only, known);
    case 'variable': {
      const value = e.splat === true ? undefined : variableText(e.name, known);
      return value === undefined ? undefined : [value];
    }
    case 'expandable':
      return expanded(e, known);
    case 'binary':
      return joined(e, known);
    default:
      return undefined;
  }
}

/** `'Remove' + '-Item'`. */
function joined(
  { operator, left, right }: Extract<Expression, { is: 'binary' }>,
  known: KnownVariables,
): readonly string[] | undefined {
  if (operator !== '+') return undefined;
  const a = textsOf(left, known);
  const b = textsOf(right, known);
  return a?.length === 1 && b?.length === 1 && left.is !== 'number' ? [`${a[0]}${b[0]}`] : undefined;
}

function expanded(
  { text, inner }: Extract<Expression, { is: 'expandable' }>,
  known: KnownVariables,
): readonly string[] | undefined {
  let whole = text;
  for (const each of inner) {
    const value = each.is === 'variable' ? variableText(each.name, known) : undefined;
    if (value === undefined || each.is !== 'variable') return undefined;
    whole = whole.replace(
      new RegExp(`\\$\\{?${each.name.replaceAll(/[?$^]/gu, '\\$&')}\\}?`, 'u'),
      () => value,
    );
  }
  return [whole];
}

function variableText(name: string, { cwd, home, onWindows }: KnownVariables): string | undefined {
  switch (name.toLowerCase()) {
    case 'pwd':
      return cwd;
    case 'home':
    case 'env:userprofile':
      return home;
    case 'env:home':
      return onWindows ? undefined : home;
    case 'env:temp':
    case 'env:tmp':
      return onWindows ? undefined : '/tmp';
    case 'null':
      return '';
    default:
      return undefined;
  }
}

/** An argument as a word of a command line, for rules and receipts. */
export function wordsOf(e: Expression, source: string, known: KnownVariables): readonly Word[] {
  const span = { start: e.start, end: e.end };
  if (e.is === 'parameter') {
    const text = `-${e.name}`;
    const own: Word = { kind: 'literal', text, span };
    return e.value === undefined ? [own] : [own, ...wordsOf(e.value, source, known)];
  }
  const texts = textsOf(e, known);
  if (texts !== undefined) return texts.map((text) => ({ kind: 'literal', text, span }));
  return [
    {
      kind: 'unknown',
      reason: `value of ${source.slice(e.start, e.end).slice(0, 60)}`,
      starts: '',
      count: 'any',
      span,
    },
  ];
}
