import {
  accepts,
  expects,
  readExpression,
  readName,
  readParameters,
  readRow,
  readTarget,
  sees,
  type Cursor,
} from './expressions.ts';
import { notRead, type Block, type Expression, type Statement } from './syntax.ts';
import { pythonTokens } from './tokens.ts';

/** The statements of a program. Throws `NotRead` for any that are not handled here: classes, decorators, `await`. */
export function readProgram(source: string): Block {
  const cursor: Cursor = { tokens: pythonTokens(source), at: 0, depth: 0 };
  const statements: Statement[] = [];
  while (cursor.tokens[cursor.at]?.type !== 'end') {
    if (cursor.tokens[cursor.at]?.type === 'line') cursor.at += 1;
    else statements.push(...readStatement(cursor));
  }
  return statements;
}

function readStatement(cursor: Cursor): Block {
  cursor.depth += 1;
  if (cursor.depth > 40) notRead('depth');
  const compound = readCompound(cursor);
  const statements = compound ?? readLine(cursor);
  cursor.depth -= 1;
  return statements;
}

function readLine(cursor: Cursor): Block {
  const statements = [...readSimple(cursor)];
  while (accepts(cursor, ';'))
    if (cursor.tokens[cursor.at]?.type !== 'line') statements.push(...readSimple(cursor));
  if (cursor.tokens[cursor.at]?.type !== 'line') notRead('a line');
  cursor.at += 1;
  return statements;
}

function readBody(cursor: Cursor): Block {
  expects(cursor, ':');
  if (cursor.tokens[cursor.at]?.type !== 'line') return readLine(cursor);
  cursor.at += 1;
  if (cursor.tokens[cursor.at]?.type !== 'indent') notRead('a body');
  cursor.at += 1;
  const statements: Statement[] = [];
  while (cursor.tokens[cursor.at]?.type !== 'dedent') {
    if (cursor.tokens[cursor.at]?.type === 'end') notRead('a body');
    if (cursor.tokens[cursor.at]?.type === 'line') cursor.at += 1;
    else statements.push(...readStatement(cursor));
  }
  cursor.at += 1;
  return statements;
}

function readCompound(cursor: Cursor): Block | undefined {
  for (const word of ['if', 'elif', 'while'])
    if (accepts(cursor, word)) {
      const test = readRow(cursor);
      return [{ is: 'block', tests: [test], body: readBody(cursor) }];
    }
  for (const word of ['else', 'try', 'finally'])
    if (accepts(cursor, word)) return [{ is: 'block', tests: [], body: readBody(cursor) }];
  if (accepts(cursor, 'for')) {
    const target = readTarget(cursor);
    expects(cursor, 'in');
    const over = readRow(cursor);
    return [{ is: 'for', target, over, body: readBody(cursor) }];
  }
  if (accepts(cursor, 'with')) return readWith(cursor);
  if (accepts(cursor, 'except')) return readExcept(cursor);
  if (accepts(cursor, 'def')) {
    const name = readName(cursor);
    expects(cursor, '(');
    const takes = readParameters(cursor, ')');
    const result = accepts(cursor, '->') ? [readExpression(cursor)] : [];
    const defined: Statement = { is: 'define', name, takes, body: readBody(cursor) };
    return [{ is: 'block', tests: result, body: [] }, defined];
  }
  return undefined;
}

function readWith(cursor: Cursor): Block {
  const items: Statement[] = [];
  do {
    const value = readExpression(cursor);
    items.push({ is: 'with', value, target: accepts(cursor, 'as') ? readSingle(cursor) : undefined });
  } while (accepts(cursor, ','));
  return [...items, ...readBody(cursor)];
}

function readSingle(cursor: Cursor): Expression {
  return { is: 'name', id: readName(cursor) };
}

function readExcept(cursor: Cursor): Block {
  if (sees(cursor, ':')) return readBody(cursor);
  const test = readExpression(cursor);
  const named: Block = accepts(cursor, 'as') ? [{ is: 'except', name: readName(cursor) }] : [];
  return [{ is: 'block', tests: [test], body: [...named, ...readBody(cursor)] }];
}

const updates = /^(?:[-+*/%&|^]|\*\*|\/\/|<<|>>)=$/u;

function readSimple(cursor: Cursor): Block {
  if (accepts(cursor, 'pass') || accepts(cursor, 'break') || accepts(cursor, 'continue')) return [];
  if (accepts(cursor, 'import')) return readImports(cursor);
  if (accepts(cursor, 'from')) return readFrom(cursor);
  if (accepts(cursor, 'return')) {
    if (endsHere(cursor)) return [];
    return [{ is: 'return', value: readRow(cursor) }];
  }
  if (accepts(cursor, 'global') || accepts(cursor, 'nonlocal')) {
    do readName(cursor);
    while (accepts(cursor, ','));
    return [];
  }
  if (accepts(cursor, 'raise') && endsHere(cursor)) return [];
  accepts(cursor, 'assert');
  return readAssignment(cursor);
}

function readAssignment(cursor: Cursor): Block {
  const first = readRow(cursor);
  if (accepts(cursor, ':')) notRead('an annotation');
  const token = cursor.tokens[cursor.at];
  if (token?.type === 'operator' && updates.test(token.text)) {
    cursor.at += 1;
    return [{ is: 'update', target: first, value: readRow(cursor) }];
  }
  const row = [first];
  while (accepts(cursor, '=')) row.push(readRow(cursor));
  const value = row.pop() ?? first;
  return row.length === 0 ? [{ is: 'expression', value }] : [{ is: 'assign', targets: row, value }];
}

function endsHere(cursor: Cursor): boolean {
  return cursor.tokens[cursor.at]?.type === 'line' || sees(cursor, ';');
}

function readModule(cursor: Cursor): string {
  let name = readName(cursor);
  while (accepts(cursor, '.')) name += `.${readName(cursor)}`;
  return name;
}

function readImports(cursor: Cursor): Block {
  const found: Statement[] = [];
  do {
    const module = readModule(cursor);
    const as = accepts(cursor, 'as') ? readName(cursor) : undefined;
    // `import xml.etree.ElementTree` binds the name `xml`, through which the whole package is accessible.
    const [first = ''] = module.split('.');
    found.push({ is: 'import', module: as === undefined ? first : module, as: as ?? first });
    if (as === undefined && first !== module) found.push({ is: 'import', module, as: module });
  } while (accepts(cursor, ','));
  return found;
}

function readFrom(cursor: Cursor): Block {
  const module = readModule(cursor);
  expects(cursor, 'import');
  const isOpen = accepts(cursor, '(');
  const found: Statement[] = [];
  do {
    if (isOpen && sees(cursor, ')')) break;
    const name = readName(cursor);
    found.push({ is: 'from', module, name, as: accepts(cursor, 'as') ? readName(cursor) : name });
  } while (accepts(cursor, ','));
  if (isOpen) expects(cursor, ')');
  return found;
}
