import { isDash, matchAt, refuse, skipBlanks, type Reader } from './reader.ts';

const words = (text: string): readonly string[] => text.split(' ');
const anyCase = (names: string): readonly string[] =>
  words(names).flatMap((name) => [name, `i${name}`, `c${name}`]);

/** Binding strength of operators. */
const precedence: ReadonlyMap<string, number> = new Map([
  ['?', 1],
  ...words('and or xor').map((name) => [name, 2] as const),
  ...words('band bor bxor').map((name) => [name, 3] as const),
  ...anyCase('eq ne gt ge lt le like notlike match notmatch replace contains notcontains in notin split').map(
    (name) => [name, 5] as const,
  ),
  ...words('is isnot as join shl shr').map((name) => [name, 5] as const),
  ['??', 7],
  ['+', 9],
  ['-', 9],
  ['*', 10],
  ['/', 10],
  ['%', 10],
  ['f', 12],
  ['..', 13],
  [',', 14],
]);
export const unaryWords: ReadonlySet<string> = new Set(['not', 'bnot', 'join', 'split', 'isplit', 'csplit']);

export interface Operator {
  readonly operator: string;
  readonly level: number;
  readonly end: number;
}

/** The operator after an expression, without consuming it; the spaces before it are consumed. */
export function binaryAt(r: Reader): Operator | undefined {
  skipBlanks(r);
  const text = matchAt(r, named) ?? matchAt(r, symbol);
  if (text === undefined || (text === ',' && !r.commas)) return undefined;
  const operator = isDash(text[0]) ? text.slice(1).toLowerCase() || '-' : text;
  const level = precedence.get(operator);
  return level === undefined ? undefined : { operator, level, end: r.at + text.length };
}

const named = /[-\u2013-\u2015][\p{L}_][\p{L}\p{Nd}_]*/uy;
/** Not an assignment, a doubled sign or a redirection. */
const symbol =
  /,|\.\.|\?\?(?!=)|\?(?!\?)|\+(?![+=])|\*(?![>=])|[/%](?!=)|[-\u2013-\u2015](?![-\u2013-\u2015=])/y;

/** Whether a cast has an operand here. */
export function startsOperand(r: Reader): boolean {
  if (matchAt(r, /[-\u2013-\u2015](?:[ic]?split|join)(?![\p{L}\p{Nd}_])/iuy) !== undefined)
    refuse(r, 'a cast before an operator');
  return matchAt(r, operandStart) !== undefined;
}

const operandStart =
  /[$({[\d+'"\u2018-\u201b\u201c-\u201e]|@[({'"\u2018-\u201b\u201c-\u201e]|!(?![\p{L}\p{Nd}_])|\.\d|[-\u2013-\u2015](?:b?not(?![\p{L}\p{Nd}_])|(?![\p{L}_]))/iuy;
