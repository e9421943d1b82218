import { definedFields } from '../../call/defined-fields.ts';
import { readArgument } from './read-arguments.ts';
import { isAtEnd, readChain } from './read-commands.ts';
import { readExpression } from './read-expressions.ts';
import { readDefinition, readParameters } from './read-definitions.ts';
import { readVariable } from './read-strings.ts';
import { parameterAt, readWord } from './read-words.ts';
import { readTypeName } from './read-types.ts';
import {
  deeper,
  endsWord,
  expect,
  isBlank,
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
import type { Expression } from './syntax.ts';

const keyword = /[A-Za-z]+(?![\p{L}\p{Nd}_])/uy;

/** The statements of a script, a block or a sub-expression, up to the end or the closing character. */
export function readStatements(r: Reader, close: ')' | '}' | undefined): Expression | undefined {
  let only: Expression | undefined;
  for (let count = 0; ; count += 1) {
    skipSeparators(r);
    if (close === undefined ? r.at >= r.text.length : take(r, close)) return count === 1 ? only : undefined;
    if (r.at >= r.text.length) refuse(r, `\`${close ?? ''}\` is missing`);
    only = readStatement(r);
  }
}

/** Braces that contain only statements: no parameters and no named blocks. */
function readBody(r: Reader): void {
  skipLines(r);
  expect(r, '{');
  deeper(r, () => readStatements(r, '}'));
}

/** Returns the expression if the statement is only that. */
export function readStatement(r: Reader): Expression | undefined {
  const label = matchAt(r, /:[\p{L}\p{Nd}_]+(?=\s)/uy);
  const back = r.at;
  if (label !== undefined) {
    r.at += label.length;
    skipLines(r);
  }
  const word = keywordAt(r);
  if (label !== undefined && !/^(?:for|foreach|while|do|switch)$/u.test(word ?? '')) {
    r.at = back;
    refuse(r, 'a label of nothing');
  }
  const read = word === undefined ? undefined : keywords.get(word);
  if (read !== undefined && word !== undefined) {
    const start = r.at;
    r.at += word.length;
    read(r, start);
    return undefined;
  }
  const only = readChain(r);
  checkEnd(r);
  return only;
}

function keywordAt(r: Reader): string | undefined {
  const found = matchAt(r, keyword);
  if (found === undefined) return undefined;
  const after = r.text[r.at + found.length];
  const word = found.toLowerCase();
  return endsWord(after) && keywords.has(word) ? word : undefined;
}

function checkEnd(r: Reader): void {
  skipBlanks(r);
  const c = peek(r);
  const ends = c === undefined || isNewline(c) || c === ';' || c === '}' || c === ')';
  // Anything may follow the `&` of a background job.
  if (!ends && r.text[r.at - 1] !== '&' && !/&[ \t]*$/u.test(r.text.slice(Math.max(0, r.at - 20), r.at)))
    refuse(r, 'a statement goes on');
}

type ReadStatement = (r: Reader, start: number) => void;

const keywords: ReadonlyMap<string, ReadStatement> = new Map<string, ReadStatement>([
  ['if', readIf],
  ['while', readWhile],
  ['do', readDo],
  ['for', readFor],
  ['foreach', readForeach],
  ['switch', readSwitch],
  ['try', readTry],
  ['trap', readTrap],
  ['function', readDefinition],
  ['filter', readDefinition],
  ['class', readDefinition],
  ['enum', readDefinition],
  ['return', readLeave],
  ['throw', readLeave],
  ['exit', readLeave],
  ['break', readJump],
  ['continue', readJump],
  ...[
    'else elseif until catch finally in from define var param data workflow configuration dynamicparam using',
  ].flatMap((names) => names.split(' ').map((name) => [name, readNothing] as const)),
  ...['begin', 'process', 'end'].map((name) => [name, readNothing] as const),
]);

function readNothing(r: Reader): never {
  refuse(r, 'a keyword where none is read');
}

function readCondition(r: Reader): void {
  skipLines(r);
  expect(r, '(');
  deeper(r, () => {
    skipLines(r);
    readChain(r);
    skipLines(r);
    expect(r, ')');
  });
}

function readIf(r: Reader): void {
  readCondition(r);
  readBody(r);
  for (;;) {
    const back = r.at;
    skipLines(r);
    const word = matchAt(r, /else(?:if)?(?![\p{L}\p{Nd}_-])/iuy);
    if (word === undefined) {
      r.at = back;
      return;
    }
    r.at += word.length;
    if (word.length > 4) readCondition(r);
    readBody(r);
    if (word.length === 4) return;
  }
}

function readWhile(r: Reader): void {
  readCondition(r);
  readBody(r);
}

function readDo(r: Reader): void {
  readBody(r);
  skipLines(r);
  const word = matchAt(r, /(?:while|until)(?![\p{L}\p{Nd}_])/iuy);
  if (word === undefined) refuse(r, '`while` or `until` is missing');
  r.at += word.length;
  readCondition(r);
}

function readFor(r: Reader): void {
  skipLines(r);
  expect(r, '(');
  for (let part = 0; part < 3; part += 1) {
    skipLines(r);
    if (peek(r) !== ';' && peek(r) !== ')') readChain(r);
    const back = r.at;
    skipBlanks(r);
    const isLine = isNewline(peek(r));
    skipLines(r);
    if (peek(r) === ')') break;
    if (part < 2 && !take(r, ';') && !isLine) {
      r.at = back;
      refuse(r, '`;` is missing');
    }
  }
  skipLines(r);
  expect(r, ')');
  readBody(r);
}

function readForeach(r: Reader, start: number): void {
  skipLines(r);
  if (peek(r) === '-') refuse(r, 'a flag of foreach');
  expect(r, '(');
  skipLines(r);
  const target = readVariable(r);
  if (target === undefined) refuse(r, 'a variable is missing');
  skipLines(r);
  const word = matchAt(r, /in(?![\p{L}\p{Nd}_])/iuy);
  if (word === undefined) refuse(r, '`in` is missing');
  r.at += 2;
  skipLines(r);
  const value = readChain(r);
  skipLines(r);
  expect(r, ')');
  readBody(r);
  r.out.assignments.push({ target, operator: 'foreach', start, end: r.at, ...definedFields({ value }) });
}

function readSwitch(r: Reader): void {
  let isFile = false;
  for (;;) {
    skipLines(r);
    const flag = parameterAt(r);
    if (flag === undefined) break;
    const name = flag.name.toLowerCase();
    const full = ['regex', 'wildcard', 'exact', 'casesensitive', 'file'].find((each) =>
      each.startsWith(name),
    );
    if (full === undefined || r.text[flag.end] === ':') refuse(r, 'a flag of switch');
    r.at = flag.end;
    if (full !== 'file') continue;
    isFile = true;
    skipBlanks(r);
    if (readArgument(r) === undefined) refuse(r, 'a file is missing');
  }
  if (!isFile) readCondition(r);
  else if (peek(r) === '(') refuse(r, 'a file and a condition');
  skipLines(r);
  expect(r, '{');
  deeper(r, () => {
    readClauses(r);
  });
}

function readClauses(r: Reader): void {
  let defaults = 0;
  let count = 0;
  for (skipSeparators(r); !take(r, '}'); skipSeparators(r)) {
    const condition = readArgument(r);
    if (condition === undefined) refuse(r, 'a clause without a condition');
    if (condition.is === 'string' && condition.quote === 'b' && condition.text.toLowerCase() === 'default') {
      defaults += 1;
      if (defaults > 1) refuse(r, 'two defaults');
    }
    readBody(r);
    count += 1;
  }
  if (count === 0) refuse(r, 'a switch without clauses');
}

function readTry(r: Reader): void {
  readBody(r);
  let handlers = 0;
  for (;;) {
    const back = r.at;
    skipLines(r);
    const word = matchAt(r, /(?:catch|finally)(?![\p{L}\p{Nd}_-])/iuy);
    if (word === undefined) {
      r.at = back;
      break;
    }
    r.at += word.length;
    handlers += 1;
    if (word.length === 5) readTypes(r);
    const bodyStart = r.at;
    readBody(r);
    if (word.length === 5) continue;
    if (/\b(?:break|continue|return)\b/iu.test(r.text.slice(bodyStart, r.at)))
      refuse(r, 'a jump out of finally');
    break;
  }
  if (handlers === 0) refuse(r, 'try without catch and finally');
}

function readTypes(r: Reader): void {
  skipLines(r);
  while (peek(r) === '[') {
    r.out.types.push(readTypeName(r));
    skipLines(r);
    if (!take(r, ',')) return;
    skipLines(r);
    if (peek(r) !== '[') refuse(r, 'a type is missing');
  }
}

function readTrap(r: Reader): void {
  skipLines(r);
  if (peek(r) === '[') r.out.types.push(readTypeName(r));
  readBody(r);
}

/** `return`, `throw` and `exit`, with or without a value. */
function readLeave(r: Reader): void {
  skipBlanks(r);
  if (!isAtEnd(r)) readChain(r);
  checkEnd(r);
}

function readJump(r: Reader): void {
  skipBlanks(r);
  if (!isAtEnd(r)) {
    const c = peek(r);
    if (c === '$' || c === '(' || c === '@' || c === '{') readExpression(r);
    else if (endsWord(c) || isBlank(c)) refuse(r, 'a broken jump');
    else readWord(r);
  }
  checkEnd(r);
}

const blockName = /(?:begin|process|end|dynamicparam)(?=[\s{#<])/iuy;

/** A script or a script block: parameters first, then named blocks or statements. */
export function readBlock(r: Reader, close: '}' | undefined): void {
  skipSeparators(r);
  readParameters(r);
  skipSeparators(r);
  if (!startsNamedBlock(r)) {
    readStatements(r, close);
    return;
  }
  const seen = new Set<string>();
  for (;;) {
    skipSeparators(r);
    if (close === undefined ? r.at >= r.text.length : take(r, close)) return;
    const name = matchAt(r, blockName)?.toLowerCase();
    if (name === undefined || seen.has(name)) refuse(r, 'something between named blocks');
    seen.add(name);
    r.at += name.length;
    readBody(r);
  }
}

function startsNamedBlock(r: Reader): boolean {
  return matchAt(r, blockName) !== undefined;
}
