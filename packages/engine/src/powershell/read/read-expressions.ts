import { definedFields } from '../../call/defined-fields.ts';
import { binaryAt, type Operator, startsOperand, unaryWords } from './operators.ts';
import { endsFirstNumber, numberEnd } from './read-words.ts';
import { readQuoted, readSub, readVariable } from './read-strings.ts';
import { readAttribute, readTypeName } from './read-types.ts';
import {
  deeper,
  expect,
  isDash,
  isNameChar,
  isNewline,
  matchAt,
  peek,
  refuse,
  skipBlanks,
  skipLines,
  skipSeparators,
  take,
  type Reader,
} from './reader.ts';
import type { Expression, HashEntry } from './syntax.ts';

/** An expression as in a statement, an index or a condition. */
export function readExpression(r: Reader, least: number = 1): Expression {
  const { commas } = r;
  r.commas = true;
  const value = readOperators(r, least);
  r.commas = commas;
  return value;
}

/** One argument of a call, ended by a comma. */
export function readItem(r: Reader): Expression {
  const { commas } = r;
  r.commas = false;
  if (matchAt(r, /!\d/y) !== undefined) refuse(r, 'an unclear argument');
  const value = readOperators(r, 1);
  r.commas = commas;
  return value;
}

function readOperators(r: Reader, least: number): Expression {
  return deeper(r, () => {
    let left = readUnary(r);
    for (;;) {
      const next = binaryAt(r);
      if (next === undefined || next.level < least) return left;
      r.at = next.end;
      left = next.operator === '?' ? ternary(r, left) : joined(r, left, next);
    }
  });
}

function joined(r: Reader, left: Expression, { operator, level }: Operator): Expression {
  skipLines(r);
  if (operator !== ',') {
    const right = readOperators(r, level + 1);
    return { is: 'binary', operator, left, right, start: left.start, end: right.end };
  }
  const items = [left, readOperators(r, level + 1)];
  for (let next = binaryAt(r); next?.operator === ','; next = binaryAt(r)) {
    r.at = next.end;
    skipLines(r);
    items.push(readOperators(r, level + 1));
  }
  return { is: 'array', items, start: left.start, end: items.at(-1)?.end ?? left.end };
}

function ternary(r: Reader, condition: Expression): Expression {
  skipLines(r);
  const left = readOperators(r, 2);
  skipLines(r);
  expect(r, ':');
  skipLines(r);
  const right = readOperators(r, 1);
  return { is: 'binary', operator: '?', left, right, start: condition.start, end: right.end };
}

function readUnary(r: Reader): Expression {
  const start = r.at;
  const operator = unaryAt(r);
  if (operator !== undefined) {
    skipLines(r);
    const operand = deeper(r, () => readUnary(r));
    if (operator === ',' && !r.commas) refuse(r, 'an argument is missing');
    if (operator === ',') return { is: 'array', items: [operand], start, end: operand.end };
    if (operator.length === 2) requirePlace(r, operand);
    if (operator.length === 2) r.out.assignments.push({ target: operand, operator, start, end: operand.end });
    return { is: 'unary', operator, operand, start, end: operand.end };
  }
  return peek(r) === '[' ? readBracket(r) : readPostfix(r, readPrimary(r), { inArgument: false });
}

function unaryAt(r: Reader): string | undefined {
  const c = peek(r);
  if (c === '!' || c === ',') {
    r.at += 1;
    return c;
  }
  if (c !== '+' && !isDash(c)) return undefined;
  const named = isDash(c) ? matchAt(r, /.[\p{L}_][\p{L}\p{Nd}_]*/uy) : undefined;
  if (named !== undefined) {
    const name = named.slice(1).toLowerCase();
    if (!unaryWords.has(name)) refuse(r, 'an operator without a left side');
    r.at += named.length;
    return name;
  }
  const end = numberEnd(r);
  if (end !== undefined) return undefined;
  const doubled = c === '+' ? peek(r, 1) === '+' : isDash(peek(r, 1));
  r.at += doubled ? 2 : 1;
  const sign = c === '+' ? '+' : '-';
  return doubled ? sign + sign : sign;
}

/** `[int]`, `[int]$x`, `[int]::Parse()` and attributes. */
function readBracket(r: Reader): Expression {
  const start = r.at;
  if (readAttribute(r, readItem)) {
    skipLines(r);
    if (peek(r) !== '[' && peek(r) !== '$') refuse(r, 'an attribute of nothing');
    const operand = readUnary(r);
    return { is: 'convert', type: '', operand, start, end: operand.end };
  }
  const name = readTypeName(r);
  r.out.types.push(name);
  const type: Expression = { is: 'type', name, start, end: r.at };
  if (peek(r) === '.' || r.text.startsWith('::', r.at)) {
    if (!r.text.startsWith('..', r.at)) return readPostfix(r, type, { inArgument: false });
  }
  const back = r.at;
  skipBlanks(r);
  if (!startsOperand(r)) {
    r.at = back;
    return type;
  }
  const operand = deeper(r, () => readUnary(r));
  checkConversion(r, name, operand);
  return { is: 'convert', type: name, operand, start, end: operand.end };
}

function checkConversion(r: Reader, name: string, operand: Expression): void {
  const lower = name.toLowerCase();
  if (lower === 'ordered' && operand.is !== 'hash') refuse(r, '[ordered] of no hash table');
}

function readPrimary(r: Reader): Expression {
  const c = peek(r);
  const start = r.at;
  const quoted = readQuoted(r);
  if (quoted !== undefined) return quoted;
  if (c === '$') return readSub(r) ?? readVariable(r) ?? refuse(r, 'a lone dollar');
  if (c === '(' || c === '{' || c === '@') return readEnclosed(r) ?? refuse(r, 'a lone @');
  const end = numberEnd(r);
  if (end === undefined || !(endsFirstNumber(r, end) || '?:]'.includes(r.text[end] ?? '')))
    refuse(r, 'no expression');
  if (/^[+-].*u/iu.test(r.text.slice(start, end))) refuse(r, 'a negative number without a sign');
  r.at = end;
  return { is: 'number', text: r.text.slice(start, end), start, end };
}

/** `(…)`, `@(…)`, `@{…}` and `{…}`. */
export function readEnclosed(r: Reader): Expression | undefined {
  const start = r.at;
  if (take(r, '(')) {
    const only = deeper(r, () => {
      skipLines(r);
      const value = r.nested.pipeline(r);
      skipLines(r);
      expect(r, ')');
      return value;
    });
    return { is: 'paren', start, end: r.at, ...definedFields({ only }) };
  }
  if (take(r, '@(')) {
    const only = deeper(r, () => r.nested.statements(r, ')'));
    return { is: 'list', start, end: r.at, ...definedFields({ only }) };
  }
  if (take(r, '@{')) return readHash(r, start);
  if (!take(r, '{')) return undefined;
  deeper(r, () => {
    r.nested.block(r);
  });
  return { is: 'block', start, end: r.at };
}

function readHash(r: Reader, start: number): Expression {
  const entries: HashEntry[] = [];
  const keys = new Set<string>();
  deeper(r, () => {
    for (skipSeparators(r); !take(r, '}');) {
      const key = readKey(r);
      checkKey(r, key, keys);
      skipBlanks(r);
      expect(r, '=');
      skipLines(r);
      const value = r.nested.value(r);
      entries.push({ key, ...definedFields({ value }) });
      skipBlanks(r);
      if (peek(r) !== '}' && peek(r) !== ';' && !isNewline(peek(r))) refuse(r, 'a hash table goes on');
      skipSeparators(r);
    }
  });
  return { is: 'hash', entries, start, end: r.at };
}

function checkKey(r: Reader, key: Expression, keys: Set<string>): void {
  if (key.is !== 'string' && key.is !== 'number') return;
  const name = key.text.toLowerCase();
  if (keys.has(name)) refuse(r, 'a key twice');
  keys.add(name);
}

function readKey(r: Reader): Expression {
  const start = r.at;
  const label = matchAt(r, /[\p{L}_][\p{L}\p{Nd}_]*/uy);
  if (label === undefined) return readUnary(r);
  r.at += label.length;
  return { is: 'string', text: label, quote: 'b', start, end: r.at };
}

export interface PostfixPlace {
  /** In a command argument, where a space ends the expression and two dots are a word. */
  readonly inArgument: boolean;
}

/** Members, calls, indexes and `++` after an expression. */
export function readPostfix(r: Reader, first: Expression, { inArgument }: PostfixPlace): Expression {
  let target = first;
  for (;;) {
    const c = peek(r);
    if (c === '[') target = readIndex(r, target);
    else if (c === '.' && peek(r, 1) !== '.') target = readMember(r, target, { inArgument });
    else if (c === ':' && peek(r, 1) === ':') target = readMember(r, target, { inArgument });
    else if (!inArgument && isStep(r)) return readStep(r, target);
    else if (inArgument && c === '?' && target !== first) refuse(r, 'an operator of later versions');
    else return target;
  }
}

function isStep(r: Reader): boolean {
  return matchAt(r, /[ \t]*(?:\+\+|[-\u2013\u2014\u2015]{2})/y) !== undefined;
}

function readStep(r: Reader, operand: Expression): Expression {
  skipBlanks(r);
  const operator = peek(r) === '+' ? '++' : '--';
  r.at += 2;
  requirePlace(r, operand);
  const span = { start: operand.start, end: r.at };
  r.out.assignments.push({ target: operand, operator, ...span });
  return { is: 'unary', operator, operand, ...span };
}

/** Requires something that can be assigned to. */
export function requirePlace(r: Reader, place: Expression): void {
  const fits =
    (place.is === 'variable' && place.splat === undefined && !isUsing(place)) ||
    place.is === 'index' ||
    (place.is === 'member' && place.args === undefined);
  if (!fits) refuse(r, 'nothing that can be given a value');
}

function readIndex(r: Reader, target: Expression): Expression {
  r.at += 1;
  if (isUsing(target)) refuse(r, 'an index of $using:');
  skipLines(r);
  const index = readExpression(r);
  skipLines(r);
  expect(r, ']');
  return { is: 'index', target, index, start: target.start, end: r.at };
}

function readMember(r: Reader, target: Expression, place: PostfixPlace): Expression {
  const isStatic = take(r, '::');
  if (!isStatic) r.at += 1;
  if (!place.inArgument) skipLines(r);
  const name = readMemberName(r);
  const args = readArguments(r);
  if (isUsing(target) && (args !== undefined || name.is !== 'string'))
    refuse(r, 'a computed member of $using:');
  const member = {
    is: 'member',
    target,
    name,
    isStatic,
    start: target.start,
    end: r.at,
    ...definedFields({ args }),
  } as const;
  r.out.members.push(member);
  return member;
}

function isUsing(target: Expression): boolean {
  if (target.is === 'member') return isUsing(target.target);
  return target.is === 'variable' && /^using:/iu.test(target.name);
}

function readMemberName(r: Reader): Expression {
  const start = r.at;
  const digits = matchAt(r, /\d+/y);
  if (digits !== undefined) {
    r.at += digits.length;
    if (peek(r) === '.' || isNameChar(peek(r))) refuse(r, 'a number as a member');
    return { is: 'number', text: digits, start, end: r.at };
  }
  const plain = matchAt(r, /[\p{L}\p{Nd}_]+/uy);
  if (plain !== undefined) {
    r.at += plain.length;
    return { is: 'string', text: plain, quote: 'b', start, end: r.at };
  }
  const c = peek(r);
  if (c === '@' && peek(r, 1) === '{') refuse(r, 'a member without a name');
  return readPrimary(r);
}

function readArguments(r: Reader): readonly Expression[] | undefined {
  const start = r.at;
  if (peek(r) === '{') return [readEnclosed(r) ?? { is: 'block', start, end: r.at }];
  if (!take(r, '(')) return undefined;
  return deeper(r, () => {
    const args: Expression[] = [];
    skipLines(r);
    if (take(r, ')')) return args;
    if (peek(r) === ',') refuse(r, 'an argument is missing');
    for (;;) {
      args.push(readItem(r));
      skipLines(r);
      if (take(r, ')')) return args;
      expect(r, ',');
      skipLines(r);
    }
  });
}
