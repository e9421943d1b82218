import type { Assertion, CharSet, Node } from './regex-node.ts';
import { dot, escapedSet, escapedText } from './regex-set.ts';

export interface RegexError {
  readonly error: string;
  /** Offset in the source, in UTF-16 units. */
  readonly at: number;
}

const longestSource = 2000;
const deepest = 50;
const mostRepeats = 1000;

/** Parses the source into a tree. A feature that needs more than linear time is rejected by name, never approximated. */
export function parseRegex(source: string): Node | RegexError {
  if (source.length > longestSource)
    return { error: `longer than ${longestSource} characters`, at: longestSource };
  const reader: Reader = { source, at: 0, depth: 0 };
  const tree = parseChoice(reader);
  if ('error' in tree) return tree;
  return reader.at < source.length
    ? { error: 'a closing parenthesis without an opening one', at: reader.at }
    : tree;
}

interface Reader {
  readonly source: string;
  at: number;
  depth: number;
}

function peek(reader: Reader): string {
  const code = reader.source.codePointAt(reader.at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function takeLetter(reader: Reader): string {
  const letter = peek(reader);
  reader.at += letter.length;
  return letter;
}

function parseChoice(reader: Reader): Node | RegexError {
  const options: Node[] = [];
  do {
    const sequence = parseSequence(reader);
    if ('error' in sequence) return sequence;
    options.push(sequence);
  } while (peek(reader) === '|' && takeLetter(reader) !== '');
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { is: 'choice', options };
}

function parseSequence(reader: Reader): Node | RegexError {
  const items: Node[] = [];
  for (let letter = peek(reader); letter !== '' && letter !== '|' && letter !== ')'; letter = peek(reader)) {
    const atom = parseAtom(reader);
    if ('error' in atom) return atom;
    const repeated = parseQuantifier(reader, atom);
    if ('error' in repeated) return repeated;
    items.push(repeated);
  }
  return { is: 'sequence', items };
}

function parseAtom(reader: Reader): Node | RegexError {
  const start = reader.at;
  const letter = takeLetter(reader);
  switch (letter) {
    case '(':
      return parseGroup(reader, start);
    case '[':
      return parseClass(reader, start);
    case '.':
      return { is: 'set', set: dot };
    case '^':
      return { is: 'assertion', assertion: 'start' };
    case '$':
      return { is: 'assertion', assertion: 'end' };
    case '\\':
      return parseEscape(reader, start);
    case '*':
    case '+':
    case '?':
    case '{':
      return { error: `nothing to repeat before \`${letter}\``, at: start };
    case ']':
    case '}':
      return { error: `a lone \`${letter}\`: write \`\\${letter}\``, at: start };
    default:
      return literal(letter);
  }
}

function literal(letter: string): Node {
  const code = letter.codePointAt(0) ?? 0;
  return { is: 'set', set: { negated: false, ranges: [[code, code]] } };
}

function parseGroup(reader: Reader, start: number): Node | RegexError {
  const opening = openGroup(reader, start);
  if (opening !== undefined) return opening;
  reader.depth += 1;
  if (reader.depth > deepest) return { error: `groups nested more than ${deepest} deep`, at: start };
  const inner = parseChoice(reader);
  reader.depth -= 1;
  if ('error' in inner) return inner;
  return takeLetter(reader) === ')' ? inner : { error: 'a group that is never closed', at: start };
}

/** Groups only group: nothing is captured, so a name is read and dropped. */
function openGroup(reader: Reader, start: number): RegexError | undefined {
  if (peek(reader) !== '?') return undefined;
  const kind = reader.source.slice(reader.at, reader.at + 3);
  if (kind.startsWith('?=') || kind.startsWith('?!'))
    return { error: 'look-ahead is not supported', at: start };
  if (kind === '?<=' || kind === '?<!') return { error: 'look-behind is not supported', at: start };
  if (kind.startsWith('?:')) {
    reader.at += 2;
    return undefined;
  }
  const end = kind.startsWith('?<') ? reader.source.indexOf('>', reader.at) : -1;
  const name = reader.source.slice(reader.at + 2, end);
  if (end === -1 || !/^[A-Za-z_$][\w$]*$/u.test(name))
    return { error: 'an unknown kind of group', at: start };
  reader.at = end + 1;
  return undefined;
}

function parseEscape(reader: Reader, start: number): Node | RegexError {
  const letter = peek(reader);
  const assertion: Assertion | undefined =
    letter === 'b' ? 'boundary' : letter === 'B' ? 'no-boundary' : undefined;
  if (assertion !== undefined) {
    takeLetter(reader);
    return { is: 'assertion', assertion };
  }
  const set = parseEscapedSet(reader, start);
  return 'error' in set ? set : { is: 'set', set };
}

/** What follows a backslash, inside or outside a class. */
function parseEscapedSet(reader: Reader, start: number): CharSet | RegexError {
  const letter = peek(reader);
  if (letter === '') return { error: 'a backslash at the end', at: start };
  const known = escapedSet(letter);
  if (known !== undefined) {
    takeLetter(reader);
    return known;
  }
  if (letter >= '1' && letter <= '9') return { error: 'back-references are not supported', at: start };
  if (letter === 'k') return { error: 'back-references are not supported', at: start };
  if (letter === 'p' || letter === 'P') return { error: 'Unicode properties are not supported', at: start };
  const text = escapedText(reader.source, reader.at);
  if (text === undefined) return { error: `an unknown escape \`\\${letter}\``, at: start };
  reader.at = text.end;
  return { negated: false, ranges: [[text.code, text.code]] };
}

function parseClass(reader: Reader, start: number): Node | RegexError {
  const negated = peek(reader) === '^';
  if (negated) takeLetter(reader);
  const ranges: (readonly [number, number])[] = [];
  for (let letter = peek(reader); letter !== ']'; letter = peek(reader)) {
    if (letter === '') return { error: 'a class that is never closed', at: start };
    const from = reader.at;
    const first = parseMember(reader);
    if ('error' in first) return first;
    const isRange = peek(reader) === '-' && !reader.source.startsWith(']', reader.at + 1);
    if (!isRange) {
      ranges.push(...membersOf(first));
      continue;
    }
    takeLetter(reader);
    if (peek(reader) === '') return { error: 'a class that is never closed', at: start };
    const last = parseMember(reader);
    if ('error' in last) return last;
    const low = onlyCode(first);
    const high = onlyCode(last);
    if (low === undefined || high === undefined || low > high)
      return { error: 'a range out of order', at: from };
    ranges.push([low, high]);
  }
  takeLetter(reader);
  return { is: 'set', set: { negated, ranges } };
}

function parseMember(reader: Reader): CharSet | RegexError {
  const start = reader.at;
  const letter = takeLetter(reader);
  if (letter !== '\\') {
    const code = letter.codePointAt(0) ?? 0;
    return { negated: false, ranges: [[code, code]] };
  }
  if (peek(reader) === 'b' || peek(reader) === '-') {
    const code = takeLetter(reader) === 'b' ? 8 : 0x2d;
    return { negated: false, ranges: [[code, code]] };
  }
  return parseEscapedSet(reader, start);
}

function onlyCode(set: CharSet): number | undefined {
  const [range] = set.ranges;
  return !set.negated && set.ranges.length === 1 && range?.[0] === range?.[1] ? range?.[0] : undefined;
}

/** A negated set as a member of another one (`[\D]`): the gaps between its ranges. */
function membersOf(set: CharSet): readonly (readonly [number, number])[] {
  if (!set.negated) return set.ranges;
  const gaps: (readonly [number, number])[] = [];
  let from = 0;
  for (const [low, high] of set.ranges.toSorted((a, b) => a[0] - b[0])) {
    if (low > from) gaps.push([from, low - 1]);
    from = Math.max(from, high + 1);
  }
  gaps.push([from, 0x10_ffff]);
  return gaps;
}

function parseQuantifier(reader: Reader, item: Node): Node | RegexError {
  const start = reader.at;
  const bounds = readBounds(reader);
  if (bounds === undefined) return item;
  if ('error' in bounds) return bounds;
  if (item.is === 'assertion') return { error: 'an assertion cannot be repeated', at: start };
  // Whether a quantifier is lazy or greedy makes no difference to whether there is a match.
  if (peek(reader) === '?') takeLetter(reader);
  return { is: 'repeat', item, least: bounds.least, most: bounds.most };
}

interface Bounds {
  readonly least: number;
  readonly most: number;
}

function readBounds(reader: Reader): Bounds | RegexError | undefined {
  const start = reader.at;
  const letter = peek(reader);
  const simple =
    letter === '*' ? [0, Infinity] : letter === '+' ? [1, Infinity] : letter === '?' ? [0, 1] : undefined;
  if (simple !== undefined) {
    takeLetter(reader);
    return { least: simple[0] ?? 0, most: simple[1] ?? 0 };
  }
  if (letter !== '{') return undefined;
  const found = /^\{(\d{1,6})(?:(,)(\d{1,6})?)?\}/u.exec(reader.source.slice(start, start + 20));
  if (found === null) return { error: 'a lone `{`: write `\\{`', at: start };
  const least = Number(found[1]);
  const most = found[2] === undefined ? least : found[3] === undefined ? Infinity : Number(found[3]);
  if (least > most) return { error: 'a repetition whose bounds are out of order', at: start };
  const largest = Number.isFinite(most) ? most : least;
  if (largest > mostRepeats) return { error: `a repetition of more than ${mostRepeats}`, at: start };
  reader.at += found[0].length;
  return { least, most };
}
