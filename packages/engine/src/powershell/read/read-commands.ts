import { definedFields } from '../../call/defined-fields.ts';
import { readExpression, requirePlace } from './read-expressions.ts';
import {
  checkNumber,
  isRedirection,
  isStop,
  readArgument,
  readElement,
  readPlainElement,
  wordOf,
} from './read-arguments.ts';
import { endsFirstNumber, numberEnd, parameterAt, readName, readVerbatim } from './read-words.ts';
import {
  endsWord,
  isBlank,
  isDash,
  isDouble,
  isNameChar,
  isNewline,
  isSingle,
  matchAt,
  peek,
  refuse,
  skipBlanks,
  skipLines,
  type Reader,
} from './reader.ts';
import type { Command, Expression, Redirection } from './syntax.ts';

/** Reads pipelines joined by `&&` and `||`, perhaps in the background; returns the expression if the chain is only that. */
export function readChain(r: Reader): Expression | undefined {
  const first = r.out.commands.length;
  const pipelines = [r.pipelines];
  let only = readPipeline(r, 'first');
  for (;;) {
    skipBlanks(r);
    if (!r.text.startsWith('&&', r.at) && !r.text.startsWith('||', r.at)) break;
    r.at += 2;
    skipLines(r);
    pipelines.push(r.pipelines);
    readPipeline(r, 'later');
    only = undefined;
  }
  if (peek(r) !== '&') return only;
  r.at += 1;
  for (const command of r.out.commands.slice(first))
    if (pipelines.includes(command.pipeline)) command.background = true;
  return undefined;
}

function readPipeline(r: Reader, part: 'first' | 'later'): Expression | undefined {
  const pipeline = r.pipelines;
  r.pipelines += 1;
  let only: Expression | undefined;
  for (let place = 0; ; place += 1) {
    skipBlanks(r);
    if (!(place > 0 && peek(r) === '!') && startsExpression(r)) {
      if (place > 0) refuse(r, 'an expression behind a pipe');
      only = readValue(r, { pipeline, part });
    } else {
      readCommand(r, { pipeline, place });
      only = undefined;
    }
    if (!takesPipe(r)) return only;
    only = undefined;
    skipLines(r);
  }
}

/** ` here| `|` here or at the start of the next non-empty line. */
function takesPipe(r: Reader): boolean {
  skipBlanks(r);
  const back = r.at;
  if (isNewline(peek(r))) skipLines(r);
  if (peek(r) === '|' && peek(r, 1) !== '|') {
    r.at += 1;
    return true;
  }
  r.at = back;
  return false;
}

/** An expression at the start of a pipeline, or an assignment. */
function readValue(
  r: Reader,
  { pipeline, part }: { readonly pipeline: number; readonly part: 'first' | 'later' },
): Expression | undefined {
  const { start, value } = { start: r.at, value: readExpression(r) };
  skipBlanks(r);
  const operator = matchAt(r, /(?:[+*/%\u2013\u2014\u2015-]|\?\?)?=/y);
  if (operator !== undefined) {
    r.at += operator.length;
    if (part === 'later' || (operator !== '=' && value.is === 'array')) refuse(r, 'an invalid target');
    checkTarget(r, value);
    skipLines(r);
    const right = r.nested.value(r);
    r.out.assignments.push({ target: value, operator, start, end: r.at, ...definedFields({ value: right }) });
    return undefined;
  }
  r.out.inputs.push({ value, pipeline });
  const redirected = readRedirections(r, undefined);
  return redirected ? undefined : value;
}

function checkTarget(r: Reader, target: Expression): void {
  if (target.is === 'array') {
    for (const item of target.items) checkTarget(r, item);
    return;
  }
  if (target.is === 'convert') {
    const type = target.type.toLowerCase();
    if (type === 'void' || type === 'ordered') refuse(r, 'a target of that type');
    checkTarget(r, target.operand);
    return;
  }
  if (target.is === 'paren' && target.only?.is === 'array') {
    checkTarget(r, target.only);
    return;
  }
  if (target.is === 'paren' && target.only !== undefined) requirePlace(r, target.only);
  else requirePlace(r, target);
}

/** Redirections after an expression, where a number needs no space before it. */
function readRedirections(r: Reader, command: Command | undefined): boolean {
  const streams = new Set<string>();
  let found = false;
  for (skipBlanks(r); ; skipBlanks(r)) {
    const redirection = readRedirection(r, streams);
    if (redirection === undefined) return found;
    found = true;
    addRedirection(r, redirection, command);
  }
}

function addRedirection(r: Reader, redirection: Redirection, command: Command | undefined): void {
  r.out.redirections.push(command === undefined ? redirection : { ...redirection, command });
}

function readRedirection(r: Reader, streams: Set<string>): Redirection | undefined {
  const head = matchAt(r, /[1-6*]?>>?/y);
  if (head === undefined) {
    if (peek(r) === '<' && peek(r, 1) !== '#') refuse(r, '`<` is not supported');
    return undefined;
  }
  const start = r.at;
  const from = head.startsWith('>') ? '1' : head.slice(0, 1);
  if (streams.has(from)) refuse(r, 'a stream is redirected twice');
  streams.add(from);
  r.at += head.length;
  if (!head.endsWith('>>') && peek(r) === '&') return readMerge(r, { from, start });
  skipBlanks(r);
  const to = isRedirection(r) ? undefined : readArgument(r);
  if (to === undefined || (to.is === 'variable' && to.splat)) refuse(r, 'a redirection into nothing');
  return { from, kind: head.endsWith('>>') ? '>>' : '>', to, start, end: to.end };
}

function readMerge(
  r: Reader,
  { from, start }: { readonly from: string; readonly start: number },
): Redirection {
  if (peek(r, 1) !== '1' || from === '1') refuse(r, 'a merge into another stream');
  r.at += 2;
  return { from, kind: '&', to: '1', start, end: r.at };
}

/** Whether an expression begins here rather than a command name. */
function startsExpression(r: Reader): boolean {
  if (matchAt(r, /!\d+[\p{L}_]/uy) !== undefined) refuse(r, 'an unclear number');
  if (matchAt(r, expressionStart) !== undefined) return true;
  if (peek(r) === '@') refuse(r, 'an @ at the start');
  const end = numberEnd(r);
  if (end !== undefined) return endsFirstNumber(r, end);
  return peek(r) === '+' || (isDash(peek(r)) && startsWithDash(r));
}

const expressionStart =
  /['"\u2018-\u201b\u201c-\u201e({[,]|!(?![\p{L}_])|\$[\p{L}\p{Nd}_({?^$]|\$:[\p{L}\p{Nd}_:]|@[({'"\u2018-\u201b\u201c-\u201e]/uy;

function isValueStart(c: string | undefined): boolean {
  return isNameChar(c) || (c !== undefined && '({?^$'.includes(c));
}

function startsWithDash(r: Reader): boolean {
  const named = matchAt(r, /.[\p{L}_][\p{L}\p{Nd}_]*/uy);
  if (named === undefined) return true;
  return /^.(?:b?not|[ic]?split|join)$/iu.test(named);
}

interface PlaceInPipeline {
  readonly pipeline: number;
  readonly place: number;
}

function readCommand(r: Reader, place: PlaceInPipeline): void {
  const start = r.at;
  const operator = callOperator(r);
  if (operator !== undefined) {
    r.at += 1;
    skipBlanks(r);
    if (isOdd(r)) refuse(r, `nothing that ${operator} calls`);
  }
  const name = operator === undefined ? readFirstName(r) : readCalled(r);
  const elements = [name];
  const command: Command = { ...place, start, end: 0, elements, ...definedFields({ operator }) };
  r.out.commands.push(command);
  readElements(r, command, elements);
}

/** `. x` and `.$x` are operators, but `.x` is a name. */
function callOperator(r: Reader): '&' | '.' | undefined {
  const c = peek(r);
  if (c === '&') return peek(r, 1) === '&' ? undefined : c;
  if (c !== '.') return undefined;
  const next = peek(r, 1);
  if (endsWord(next) || isSingle(next) || isDouble(next)) return c;
  if (next === '$') return isValueStart(peek(r, 2)) ? c : undefined;
  return undefined;
}

/** Redirections that PowerShell takes for a name after `&`. */
function isOdd(r: Reader): boolean {
  return matchAt(r, /[1-6*]?[<>]/y) !== undefined;
}

function readFirstName(r: Reader): Expression {
  const start = r.at;
  const c = peek(r);
  if (endsWord(c) || c === '<' || c === '>') refuse(r, 'no command');
  checkNumber(r);
  if (c === ']') return wordOf(r, r.at + 1, start);
  const parameter = parameterAt(r);
  if (parameter === undefined) return readName(r);
  return wordOf(r, parameter.end, start);
}

function readCalled(r: Reader): Expression {
  if (parameterAt(r)?.name === '-') refuse(r, 'nothing that is called');
  return readArgument(r) ?? refuse(r, 'nothing that is called');
}

function readElements(r: Reader, command: Command, elements: Expression[]): void {
  const streams = new Set<string>();
  let end = elements[0]?.end ?? 0;
  let areWords = false;
  const [first] = elements;
  if (first !== undefined && isStop(r, first)) {
    const rest = readVerbatim(r);
    elements.push(rest);
    end = rest.end;
  }
  for (;;) {
    skipBlanks(r);
    const redirection = readRedirection(r, streams);
    if (redirection !== undefined) {
      addRedirection(r, redirection, command);
      end = redirection.end;
      continue;
    }
    const element = areWords ? readPlainElement(r) : readElement(r);
    if (element === undefined) break;
    if (element.is === 'parameter' && element.name === '-') areWords = true;
    elements.push(element);
    end = element.end;
    if (isStop(r, element)) {
      const rest = readVerbatim(r);
      elements.push(rest);
      end = rest.end;
    }
  }
  Object.assign(command, { end });
}

export function isAtEnd(r: Reader): boolean {
  const c = peek(r);
  return c === undefined || isNewline(c) || c === ';' || c === '}' || c === ')' || isBlank(c);
}
