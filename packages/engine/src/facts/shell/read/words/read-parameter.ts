import type { Atom } from './atom.ts';
import { looksAt, peek } from '../state/cursor.ts';
import { knownValue } from '../state/known-values.ts';
import { readArithmetic } from './read-arithmetic.ts';
import { readQuoted, readQuotedPiece, readUnquoted } from './read-word.ts';
import { doubtDifference } from '../shells/differs.ts';
import { noteParameter } from '../shells/shell-names.ts';
import { addDoubt, noteSet, type Style, type Unit } from '../state/unit.ts';
import { Mismatch } from '../state/mismatch.ts';
import { recordAtoms, variableName } from '../state/variable-use.ts';

const HEAD = /\$\{([!#]?)([A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-])/y;
const BARE_HASH = /\$\{#[}:]|\$\{[!#][^A-Za-z0-9_@*]/y;

interface Parameter {
  readonly prefix: string;
  readonly name: string;
  subscript: 'none' | '@' | '*' | 'element';
}

/** Reads `${...}` from the cursor on. */
export function readParameter(unit: Unit, style: Style): Atom {
  const start = unit.at;
  const parameter = readHead(unit);
  const operands: Atom[] = [];
  const operation = readOperation(unit, { style, parameter, operands });
  if (peek(unit) !== '}') throw new Mismatch('the end of ${ } is not clear', unit.at);
  unit.at += 1;
  const part = unit.parts.get(start);
  if (part !== undefined && part.end !== unit.at) throw new Mismatch('the end of ${ } is not clear', unit.at);
  return valueAtom(unit, parameter, { style, operation, start, operands });
}

function readHead(unit: Unit): Parameter {
  BARE_HASH.lastIndex = unit.at;
  if (looksAt(unit, '${#}')) {
    unit.at += 3;
    return { prefix: '#', name: '@', subscript: 'none' };
  }
  HEAD.lastIndex = unit.at;
  const head = HEAD.exec(unit.text);
  if (head === null || BARE_HASH.test(unit.text))
    throw new Mismatch('an expansion that is not understood', unit.at);
  unit.at += head[0].length;
  const parameter: Parameter = { prefix: head[1] ?? '', name: head[2] ?? '', subscript: 'none' };
  if (peek(unit) === '[') readSubscript(unit, parameter);
  return parameter;
}

function readSubscript(unit: Unit, parameter: Parameter): void {
  if (looksAt(unit, '[@]') || looksAt(unit, '[*]')) {
    parameter.subscript = peek(unit, 1) === '@' ? '@' : '*';
    unit.at += 3;
    return;
  }
  unit.at += 1;
  const start = unit.at;
  readArithmetic(unit, { ends: ']', style: 'double', key: true });
  if (unit.text.slice(start, unit.at).includes('\\\n'))
    throw new Mismatch('a line continued in a subscript', start);
  unit.at += 1;
  parameter.subscript = 'element';
}

const OPERATOR = /:?[-=?+]|##?|%%?|\/[/#%]?|\^\^?|,,?|@[A-Za-z]|:/y;

function readOperation(unit: Unit, { style, parameter, operands }: ParameterContext): string {
  const next = peek(unit);
  if (next === '}') return '';
  if (parameter.prefix === '!' && (looksAt(unit, '*}') || looksAt(unit, '@}'))) {
    unit.at += 1;
    return 'names';
  }
  if (parameter.prefix === '#') throw new Mismatch('an expansion that is not understood', unit.at);
  OPERATOR.lastIndex = unit.at;
  const operator = OPERATOR.exec(unit.text)?.[0];
  if (operator === undefined) throw new Mismatch('an expansion that is not understood', unit.at);
  unit.at += operator.length;
  if (looksAt(unit, '\\\n')) throw new Mismatch('a line continued in ${', unit.at);
  readOperands(unit, { style, operator, parameter, operands });
  return operator;
}

interface ParameterContext {
  readonly style: Style;
  readonly parameter: Parameter;
  /** The atoms that the operator may contribute to the value. */
  readonly operands: Atom[];
}

interface Operation extends ParameterContext {
  readonly operator: string;
}

function readOperands(unit: Unit, { style, operator, parameter, operands }: Operation): void {
  if (operator === ':') {
    if (looksAt(unit, ':=')) doubtDifference(unit, 'assign-always');
    return readSlice(unit, style);
  }
  if (operator.startsWith('@')) {
    // ${x@P} expands the value as a prompt, with its substitutions.
    if (operator === '@P') addDoubt(unit, 'a value that is expanded as a prompt');
    return undefined;
  }
  if (/^:?[-=?+]$/.test(operator)) {
    const start = unit.at;
    const atoms = readDefault(unit, style);
    operands.push(...atoms);
    // The message of ${x:?...} is expanded as bare text, also in quotes and here-documents: <( ) then runs.
    const message = unit.text.slice(start, unit.at).replaceAll('\\\n', '');
    if (operator.endsWith('?') && style !== 'bare' && /[<>]\(/u.test(message)) {
      addDoubt(unit, 'a message that is expanded once more');
    }
    if (operator.endsWith('=')) {
      noteSet(unit, parameter.name);
      noteParameter(unit, parameter.name);
      recordAtoms(unit.reading.variables, parameter.name, atoms);
    }
    return undefined;
  }
  readPattern(unit, style, operator.startsWith('/') ? '/}' : '}');
  if (operator.startsWith('/') && peek(unit) === '/') {
    unit.at += 1;
    operands.push(...readPattern(unit, style, '}'));
  }
  return undefined;
}

function readSlice(unit: Unit, style: Style): void {
  // Bash reports an error; in busybox the brace is part of the offset, and the next one ends it.
  if (peek(unit) === '}') throw new Mismatch('a slice without an offset', unit.at);
  const inner = { ends: ':}', style };
  readArithmetic(unit, inner);
  if (peek(unit) === ':') {
    unit.at += 1;
    readArithmetic(unit, inner);
  }
}

/** In double quotes a single quote is plain here: "${x:-'$(y)'}" runs y. */
function readDefault(unit: Unit, style: Style): readonly Atom[] {
  const atoms: Atom[] = [];
  if (style === 'bare') {
    readUnquoted(unit, () => peek(unit) === '}', atoms);
    return atoms;
  }
  for (let char = peek(unit); char !== '}'; char = peek(unit)) {
    if (char === undefined) throw new Mismatch('unterminated ${', unit.at);
    if (char === '"') {
      if (style === 'heredoc') throw new Mismatch('a quote in ${ } of a here-document', unit.at);
      unit.at += 1;
      readQuoted(unit, 'double', atoms);
    } else if (char === '\\' && peek(unit, 1) === '}') {
      unit.at += 2;
    } else {
      readUpToBrace(unit, style, atoms);
    }
  }
  return atoms;
}

/** Reads a piece of quoted text, but not past a closing brace. */
function readUpToBrace(unit: Unit, style: 'double' | 'heredoc', atoms: Atom[]): void {
  const char = peek(unit);
  if (char === '$' || char === '`' || char === '\\') return readQuotedPiece(unit, style, atoms);
  atoms.push({ kind: 'text', text: char ?? '', quoted: true });
  unit.at += 1;
  return undefined;
}

function readPattern(unit: Unit, style: Style, ends: string): readonly Atom[] {
  const start = unit.at;
  const atoms: Atom[] = [];
  readUnquoted(unit, () => ends.includes(peek(unit) ?? '}'), atoms);
  const quoted = /['"]/.test(unit.text.slice(start, unit.at));
  if (style === 'double' && /'[^']*[}"$`\\][^']*'/.test(unit.text.slice(start, unit.at)))
    doubtDifference(unit, 'quoted-pattern', start);
  if (quoted && style === 'heredoc') throw new Mismatch('a quote in ${ } of a here-document', start);
  return atoms;
}

interface ParameterRead {
  readonly style: Style;
  readonly operation: string;
  readonly start: number;
  readonly operands: readonly Atom[];
}

function valueAtom(unit: Unit, parameter: Parameter, read: ParameterRead): Atom {
  const { prefix, name, subscript } = parameter;
  const quoted = read.style !== 'bare';
  const reason = `value of ${unit.text.slice(read.start, Math.min(unit.at, read.start + 40))}`;
  if (prefix === '#') return { kind: 'unknown', reason, quoted, number: true };
  const plain = read.operation === '' && subscript === 'none';
  if (prefix === '!') return followed(unit, parameter, { kind: 'unknown', reason, quoted, many: true });
  if (plain && /^[A-Za-z_0-9]/.test(name)) {
    return knownValue(unit, name, quoted) ?? { kind: 'variable', name, quoted };
  }
  if (plain && /^[#?$!]$/.test(name)) return { kind: 'unknown', reason, quoted, number: true };
  const sources: readonly Atom[] = [{ kind: 'variable', name: variableName(name), quoted }, ...read.operands];
  return { kind: 'unknown', reason, quoted, many: name === '@' || subscript === '@', sources };
}

/** `${!x}` takes the value of x as a name, and a name may hold a subscript that is evaluated. */
function followed(unit: Unit, { name, subscript }: Parameter, atom: Atom): Atom {
  const lists = subscript === '@' || subscript === '*';
  if (!lists) unit.reading.variables.followed.add(variableName(name));
  return atom;
}
