import { formatParts } from './format-text.ts';
import { notRead, type Clause, type Expression, type Parameters } from './syntax.ts';
import { pythonTokens, withoutEscapes, type Token } from './tokens.ts';
import { wordSet, type WordSet } from '../../../word-set.ts';

export interface Cursor {
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
}

const keywords: WordSet = wordSet(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield',
);

export function sees(cursor: Cursor, text: string): boolean {
  const token = cursor.tokens[cursor.at];
  return token?.text === text && (token.type === 'operator' || token.type === 'name');
}

export function accepts(cursor: Cursor, text: string): boolean {
  if (!sees(cursor, text)) return false;
  cursor.at += 1;
  return true;
}

export function expects(cursor: Cursor, text: string): void {
  if (!accepts(cursor, text)) notRead(`no ${text}`);
}

export function readName(cursor: Cursor): string {
  const token = cursor.tokens[cursor.at];
  if (token?.type !== 'name' || keywords.has(token.text)) return notRead('a name');
  cursor.at += 1;
  return token.text;
}

/** `a, b`, `*a, b`: a tuple without parentheses. */
export function readRow(cursor: Cursor): Expression {
  const first = readStarred(cursor);
  if (!sees(cursor, ',')) return first;
  const items = [first];
  while (accepts(cursor, ',')) {
    if (endsRow(cursor)) break;
    items.push(readStarred(cursor));
  }
  return { is: 'row', items };
}

function endsRow(cursor: Cursor): boolean {
  const token = cursor.tokens[cursor.at];
  if (token === undefined || token.type === 'line' || token.type === 'end') return true;
  return token.type === 'operator' && /^(?:[)\]}:;=]|[-+*/%&|^@]=|\/\/=|\*\*=|<<=|>>=)$/u.test(token.text);
}

function readStarred(cursor: Cursor): Expression {
  return accepts(cursor, '*') ? { is: 'star', of: readOperation(cursor) } : readExpression(cursor);
}

const deepest = 60;

export function readExpression(cursor: Cursor): Expression {
  cursor.depth += 1;
  if (cursor.depth > deepest) notRead('depth');
  const value = accepts(cursor, 'lambda') ? readLambda(cursor) : readChoice(cursor);
  cursor.depth -= 1;
  return value;
}

function readLambda(cursor: Cursor): Expression {
  const takes = readParameters(cursor, ':');
  return { is: 'lambda', takes, body: readExpression(cursor) };
}

/** Reads parameters up to the end mark. Annotations have no effect at run time and are skipped. */
export function readParameters(cursor: Cursor, end: ':' | ')'): Parameters {
  const names: string[] = [];
  const defaults: Expression[] = [];
  while (!accepts(cursor, end)) {
    if (accepts(cursor, '*') && accepts(cursor, ',')) continue;
    accepts(cursor, '**');
    names.push(readName(cursor));
    if (end === ')' && accepts(cursor, ':')) defaults.push(readExpression(cursor));
    if (accepts(cursor, '=')) defaults.push(readExpression(cursor));
    if (!sees(cursor, end)) expects(cursor, ',');
  }
  return { names, defaults };
}

function readChoice(cursor: Cursor): Expression {
  const yes = readOperation(cursor);
  if (!accepts(cursor, 'if')) return yes;
  const when = readOperation(cursor);
  expects(cursor, 'else');
  return { is: 'choice', when, yes, no: readExpression(cursor) };
}

const between = /^(?:[-+*/%@&|^<>]|\*\*|\/\/|<<|>>|==|!=|<=|>=|and|or|in|is)$/u;

/** Operators without precedence: the kind of the result is the same in any order. */
function readOperation(cursor: Cursor): Expression {
  const items = [readOperand(cursor)];
  const operators: string[] = [];
  for (;;) {
    const token = cursor.tokens[cursor.at];
    if (token?.type !== 'operator' && token?.type !== 'name') break;
    if (token.text === 'not') {
      cursor.at += 1;
      expects(cursor, 'in');
      operators.push('in');
    } else if (between.test(token.text)) {
      cursor.at += 1;
      operators.push(token.text);
    } else break;
    items.push(readOperand(cursor));
  }
  const [only] = items;
  return operators.length === 0 && only !== undefined ? only : { is: 'operation', operators, items };
}

function readOperand(cursor: Cursor): Expression {
  let signs = 0;
  while (accepts(cursor, '-') || accepts(cursor, '+') || accepts(cursor, '~') || accepts(cursor, 'not'))
    signs += 1;
  const value = readTrailers(cursor, readAtom(cursor));
  return signs === 0 ? value : { is: 'operation', operators: ['not'], items: [value] };
}

function readTrailers(cursor: Cursor, start: Expression): Expression {
  let value = start;
  for (let count = 0; ; count += 1) {
    if (count > deepest) notRead('depth');
    if (accepts(cursor, '.')) value = { is: 'attribute', of: value, name: readName(cursor) };
    else if (accepts(cursor, '(')) value = readCall(cursor, value);
    else if (accepts(cursor, '[')) value = { is: 'index', of: value, by: readSubscript(cursor) };
    else return value;
  }
}

function readCall(cursor: Cursor, of: Expression): Expression {
  const given: Expression[] = [];
  const named = new Map<string, Expression>();
  while (!accepts(cursor, ')')) {
    if (accepts(cursor, '**')) notRead('arguments in a table');
    if (cursor.tokens[cursor.at]?.type === 'name' && isOperator(cursor.tokens[cursor.at + 1], '=')) {
      const name = readName(cursor);
      cursor.at += 1;
      named.set(name, readExpression(cursor));
    } else {
      const value = readStarred(cursor);
      given.push(sees(cursor, 'for') ? readComprehension(cursor, [value]) : value);
    }
    if (!sees(cursor, ')')) expects(cursor, ',');
  }
  return { is: 'call', of, given, named };
}

function isOperator(token: Token | undefined, text: string): boolean {
  return token?.type === 'operator' && token.text === text;
}

function readSubscript(cursor: Cursor): readonly Expression[] {
  const by: Expression[] = [];
  while (!accepts(cursor, ']')) {
    if (accepts(cursor, ':') || accepts(cursor, ',')) continue;
    by.push(readExpression(cursor));
  }
  return by.length === 1 ? by : [...by, { is: 'constant' }];
}

function readAtom(cursor: Cursor): Expression {
  const token = cursor.tokens[cursor.at] ?? notRead('an end');
  if (token.type === 'text' || token.type === 'format' || token.type === 'bytes') return readTexts(cursor);
  cursor.at += 1;
  if (token.type === 'number') return { is: 'constant', text: token.text };
  if (token.type === 'name') {
    if (/^(?:None|True|False)$/u.test(token.text)) return { is: 'constant' };
    return keywords.has(token.text) ? notRead(token.text) : { is: 'name', id: token.text };
  }
  if (token.type !== 'operator') return notRead('an end');
  switch (token.text) {
    case '(':
      return readItems(cursor, ')');
    case '[':
      return readItems(cursor, ']');
    case '{':
      return readTable(cursor);
    case '...':
      return { is: 'constant' };
    default:
      return notRead(token.text);
  }
}

function readTexts(cursor: Cursor): Expression {
  const parts: Expression[] = [];
  for (;;) {
    const token = cursor.tokens[cursor.at];
    if (token?.type === 'text') parts.push({ is: 'text', text: token.says });
    else if (token?.type === 'bytes') parts.push({ is: 'constant' });
    else if (token?.type === 'format') parts.push(readFormat(token.text, cursor.depth));
    else break;
    cursor.at += 1;
  }
  const [only, ...others] = parts;
  if (only === undefined || others.length === 0) return only ?? notRead('a text');
  if (parts.some(({ is }) => is === 'constant')) return { is: 'constant' };
  const texts = parts.map((part) => (part.is === 'text' ? part.text : undefined));
  if (texts.every((text) => text !== undefined)) return { is: 'text', text: texts.join('') };
  return { is: 'format', parts };
}

function readFormat(text: string, depth: number): Expression {
  const parts = formatParts(text).map((part) =>
    typeof part === 'string'
      ? ({ is: 'text', text: withoutEscapes(part) } as const)
      : readWhole(part.expression, depth + 1),
  );
  return { is: 'format', parts };
}

function readWhole(text: string, depth: number): Expression {
  const cursor: Cursor = { tokens: pythonTokens(`(${text})`), at: 0, depth };
  if (depth > deepest) notRead('depth');
  const value = readOperand(cursor);
  if (cursor.tokens[cursor.at]?.type !== 'line') notRead('an f-string');
  return value;
}

function readItems(cursor: Cursor, end: ')' | ']'): Expression {
  const is = end === ')' ? 'row' : 'list';
  if (accepts(cursor, end)) return { is, items: [] };
  const first = readStarred(cursor);
  if (sees(cursor, 'for')) {
    const made = readComprehension(cursor, [first]);
    expects(cursor, end);
    return made;
  }
  if (end === ')' && accepts(cursor, ')')) return first;
  const items = [first];
  while (!accepts(cursor, end)) {
    expects(cursor, ',');
    if (!sees(cursor, end)) items.push(readStarred(cursor));
  }
  return { is, items };
}

/** A dictionary or a set. */
function readTable(cursor: Cursor): Expression {
  const items: Expression[] = [];
  while (!accepts(cursor, '}')) {
    if (accepts(cursor, '**')) items.push({ is: 'star', of: readOperation(cursor) });
    else {
      items.push(readStarred(cursor));
      if (accepts(cursor, ':')) items.push(readExpression(cursor));
      if (sees(cursor, 'for')) {
        const made = readComprehension(cursor, items);
        expects(cursor, '}');
        return made;
      }
    }
    if (!sees(cursor, '}')) expects(cursor, ',');
  }
  return { is: 'table', items };
}

function readComprehension(cursor: Cursor, items: readonly Expression[]): Expression {
  const clauses: Clause[] = [];
  while (accepts(cursor, 'for')) {
    const target = readTarget(cursor);
    expects(cursor, 'in');
    const over = readOperation(cursor);
    const conditions: Expression[] = [];
    while (accepts(cursor, 'if')) conditions.push(readOperation(cursor));
    clauses.push({ target, over, conditions });
  }
  return { is: 'comprehension', items, clauses };
}

/** The target before `in`, which is not an operator there. */
export function readTarget(cursor: Cursor): Expression {
  const read = (): Expression => readTrailers(cursor, readAtom(cursor));
  const items = [read()];
  while (accepts(cursor, ',')) if (!sees(cursor, 'in')) items.push(read());
  const [only] = items;
  return items.length === 1 && only !== undefined ? only : { is: 'row', items };
}
