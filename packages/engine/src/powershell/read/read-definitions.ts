import { definedFields } from '../../call/defined-fields.ts';
import { readExpression, readItem } from './read-expressions.ts';
import { readVariable } from './read-strings.ts';
import { readWord } from './read-words.ts';
import { readAttribute, readTypeName } from './read-types.ts';
import {
  deeper,
  endsWord,
  expect,
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

/** Reads on after the word `function`, `filter`, `class` or `enum`, which begins at `start`. */
export function readDefinition(r: Reader, start: number): void {
  const kind = matchAt({ ...r, at: start }, /[a-z]+/iy)?.toLowerCase();
  skipLines(r);
  if (kind === 'class') readClass(r, start);
  else if (kind === 'enum') readEnum(r, start);
  else readFunction(r, start, kind === 'filter' ? 'filter' : 'function');
}

function readFunction(r: Reader, start: number, kind: 'function' | 'filter'): void {
  if (endsWord(peek(r))) refuse(r, 'a function without a name');
  const name = readWord(r);
  if (name.is !== 'string') refuse(r, 'a function whose name is computed');
  skipLines(r);
  const listed = peek(r) === '(' ? readParameterList(r) : 0;
  skipLines(r);
  expect(r, '{');
  if (listed > 0 && matchAt(r, /\s*(?:\[[^\]]*\]\s*)*param\s*\(/iuy) !== undefined)
    refuse(r, 'two lists of parameters');
  deeper(r, () => {
    r.nested.block(r);
  });
  r.out.definitions.push({ kind, name: name.text, start, end: r.at });
}

/** `param(…)` with its attributes, if present. */
export function readParameters(r: Reader): void {
  const back = r.at;
  while (peek(r) === '[') {
    if (!isAttribute(r)) break;
    const { out } = r;
    readAttribute(r, readItem);
    r.out = out;
    skipLines(r);
  }
  const word = matchAt(r, /param(?=\s*[(#<`]|\s*$)/iuy);
  if (word === undefined) {
    if (r.at !== back) refuse(r, 'an attribute of nothing');
    return;
  }
  r.at += word.length;
  skipLines(r);
  readParameterList(r);
}

function isAttribute(r: Reader): boolean {
  return matchAt(r, /\[\s*[\p{L}_][\p{L}\p{Nd}_.]*\([^[\]$]*\)\s*\]\s*(?:\[|param|#)/iuy) !== undefined;
}

/** Returns the number of parameters. */
function readParameterList(r: Reader): number {
  expect(r, '(');
  const names = new Set<string>();
  return deeper(r, () => {
    for (;;) {
      skipLines(r);
      if (names.size === 0 && take(r, ')')) return 0;
      readParameter(r, names);
      skipLines(r);
      if (take(r, ')')) return names.size;
      expect(r, ',');
    }
  });
}

function readParameter(r: Reader, names: Set<string>): void {
  const start = r.at;
  while (peek(r) === '[') {
    if (!readAttribute(r, readItem)) readParameterType(r);
    skipLines(r);
  }
  const target = readVariable(r);
  if (target?.is !== 'variable') refuse(r, 'a parameter without a name');
  const name = target.name.toLowerCase();
  if (names.has(name)) refuse(r, 'a parameter twice');
  names.add(name);
  skipLines(r);
  let value;
  if (take(r, '=')) {
    skipLines(r);
    value = readItem(r);
  }
  r.out.assignments.push({ target, operator: 'param', start, end: r.at, ...definedFields({ value }) });
}

function readParameterType(r: Reader): void {
  const name = readTypeName(r);
  if (/^(?:void|ordered)$/iu.test(name)) refuse(r, 'a parameter of that type');
  r.out.types.push(name);
}

function typeNameAt(r: Reader): string {
  const name = matchAt(r, /[\p{L}_][\p{L}\p{Nd}_]*/uy);
  if (name === undefined) refuse(r, 'a name is missing');
  r.at += name.length;
  return name;
}

function readEnum(r: Reader, start: number): void {
  const name = typeNameAt(r);
  skipLines(r);
  expect(r, '{');
  const members = new Set<string>();
  for (skipSeparators(r); !take(r, '}'); skipSeparators(r)) {
    const member = typeNameAt(r).toLowerCase();
    if (members.has(member)) refuse(r, 'a member twice');
    members.add(member);
    skipBlanks(r);
    if (take(r, '=')) {
      skipBlanks(r);
      const value = matchAt(r, /-?\d+/y);
      if (value === undefined) refuse(r, 'a value that is computed');
      r.at += value.length;
    }
    endMember(r);
  }
  r.out.definitions.push({ kind: 'enum', name, start, end: r.at });
}

function endMember(r: Reader): void {
  skipBlanks(r);
  const c = peek(r);
  if (c !== ';' && c !== '}' && !isNewline(c)) refuse(r, 'a member goes on');
}

function readClass(r: Reader, start: number): void {
  const name = typeNameAt(r);
  skipLines(r);
  if (take(r, ':')) readBase(r);
  expect(r, '{');
  for (skipSeparators(r); !take(r, '}'); skipSeparators(r)) readMember(r);
  if (r.out.definitions.some((one) => one.kind === 'class' && one.name.toLowerCase() === name.toLowerCase()))
    refuse(r, 'a class twice');
  r.out.definitions.push({ kind: 'class', name, start, end: r.at });
}

/** PowerShell refuses an unknown type, so only .NET types are read. */
function readBase(r: Reader): void {
  skipLines(r);
  const base = matchAt(r, /System\.[\p{L}_][\p{L}\p{Nd}_.]*/iuy);
  if (base === undefined) refuse(r, 'a class with a base');
  r.at += base.length;
  skipLines(r);
}

function readMember(r: Reader): void {
  let returns = false;
  for (;;) {
    const modifier = matchAt(r, /(?:static|hidden)(?![\p{L}\p{Nd}_-])/iuy);
    if (modifier !== undefined) r.at += modifier.length;
    else if (peek(r) === '[') {
      if (!readAttribute(r, readItem)) {
        const result = readTypeName(r);
        r.out.types.push(result);
        returns = result.toLowerCase() !== 'void';
      }
    } else break;
    skipLines(r);
  }
  if (peek(r) === '$') {
    const target = readVariable(r);
    skipBlanks(r);
    if (target !== undefined && take(r, '=')) {
      skipLines(r);
      readExpression(r);
    }
    endMember(r);
    return;
  }
  typeNameAt(r);
  skipLines(r);
  readParameterList(r);
  skipLines(r);
  if (peek(r) === ':') refuse(r, 'a call of the base');
  expect(r, '{');
  const { start } = { start: r.at };
  deeper(r, () => r.nested.statements(r, '}'));
  checkMethod(r, { start, end: r.at, returns });
}

interface Method {
  readonly start: number;
  readonly end: number;
  readonly returns: boolean;
}

/** PowerShell checks all paths through a method and every name in it, so only plain methods are understood here. */
function checkMethod(r: Reader, { start, end, returns }: Method): void {
  const body = r.text.slice(start, end);
  const names = body.match(/[$@]\{?[\p{L}_$^?][\p{L}\p{Nd}_:]*/gu) ?? [];
  const isLocal = names.every((name) =>
    /^[$@](?:this|_|true|false|null|PSItem|global:|script:|env:|using:)/iu.test(name),
  );
  if (!isLocal) refuse(r, 'a method with variables');
  if (returns && !/^\s*return\b[^{}]*\}$/iu.test(body)) refuse(r, 'a method that may not return');
}
