import type { Random } from './random.ts';

export interface Writer {
  readonly random: Random;
  /** Bodies of here-documents that wait for the end of the line. */
  bodies: string[];
  /** Writes a list of commands: words may hold them. */
  readonly list: (writer: Writer, depth: number) => string;
  readonly dialect: Dialect | undefined;
}

export type Write = () => string;

/** What one shell has beside the common grammar. */
export interface Dialect {
  readonly command: (writer: Writer, depth: number) => string;
  readonly word: (writer: Writer) => string;
  readonly redirection: (writer: Writer) => string;
  /** What mutations start from, beside the common ones. */
  readonly seeds: readonly string[];
}

export function name(writer: Writer): string {
  return `m${1 + writer.random.below(8)}`;
}

export function word(writer: Writer, depth: number): string {
  let text = '';
  for (let count = 1 + (writer.random.chance(0.3) ? writer.random.below(3) : 0); count > 0; count -= 1) {
    text += piece(writer, depth);
  }
  return text;
}

const PLAIN = [
  'a',
  'b1',
  "'q'",
  '"w"',
  '\\;',
  'x=1',
  '-f',
  '#h',
  'if',
  '1',
  '--',
  'a#b',
  'HEAD~1',
  'a\\\nb',
  '\\\n',
  'a:b',
  'x=~',
  '{}',
  'a=b=c',
  'é',
  '!',
  'a[1]',
  '%',
];

function piece(writer: Writer, depth: number): string {
  const { random, dialect } = writer;
  if (dialect !== undefined && random.chance(0.15)) return dialect.word(writer);
  if (depth <= 0 || random.chance(0.3)) return random.pick(PLAIN);
  const inner: Write = () => writer.list(writer, depth - 1);
  return random.pick<Write>([
    () => `'${random.pick(['$(m9)', '`m9`', 'x', '"', ')', '\n', '#', '}', '\\'])}'`,
    () => `"${quoted(writer, depth - 1)}"`,
    () => `"${quoted(writer, depth - 1)}"`,
    () => `$(${inner()})`,
    () => `$( ${inner()} )`,
    () => `\`${backticks(writer, depth - 1)}\``,
    () => parameter(writer, depth - 1),
    () => parameter(writer, depth - 1),
    () => `$((${arithmetic(writer, depth - 1)}))`,
    () => `<(${inner()})`,
    () =>
      `$'${random.pick(['a\\x62', "\\'", '\\\\', 'm1', '$(m9)', '\\n', '\\0x', '\\u00e9', '\\101', '\\cA', '\\x', '\\xff', '"'])}'`,
    () => random.pick(['$x', '$1', '$@', '"$@"', '$#', '$?', '$HOME', '~', '$y', '"$x"', '$_', '$-']),
    () => `\\${random.pick(['a', '$', '`', '"', "'", ' ', ';', '#', '(', '\n', '~', '*', '{'])}`,
    () => `{${word(writer, depth - 1)},${word(writer, depth - 1)}}`,
    () =>
      random.pick([
        '{1..3}',
        '{a..c}',
        '{01..3}',
        '{3..1}',
        '{a,b',
        'a,b}',
        '{a,{b,c}}',
        '{,x}',
        '{a}',
        '{1..3..2}',
        '{a..',
        'x{,}',
      ]),
    () =>
      random.pick(['*', '?', '~', '#', '=', '!', '@', '}', '{', ']', '[', '%', ':', '[a]', '^', ',', '+']),
    () => `$[${arithmetic(writer, depth - 1)}]`,
    () => `$"${quoted(writer, depth - 1)}"`,
  ])();
}

function quoted(writer: Writer, depth: number): string {
  const { random } = writer;
  let text = '';
  for (let count = random.below(3); count > 0; count -= 1) {
    text +=
      depth <= 0
        ? random.pick(['a', "'", ' ', '#', '\\"', '\\$', '$x', '\\a'])
        : random.pick<Write>([
            () =>
              random.pick([
                'a',
                "'",
                ' ',
                '#',
                ')',
                '}',
                '\\"',
                '\\$(m9)',
                '\\`',
                '\\\n',
                '\n',
                '<(m9)',
                "$'a'",
                '*',
                '~',
                '{a,b}',
                '\\\\',
              ]),
            () => `$(${writer.list(writer, depth - 1)})`,
            () => `\`${backticks(writer, depth - 1)}\``,
            () => parameter(writer, depth - 1),
            () => `$((${arithmetic(writer, depth - 1)}))`,
          ])();
  }
  return text;
}

function backticks(writer: Writer, depth: number): string {
  const { bodies } = writer;
  writer.bodies = [];
  const text = writer.list(writer, Math.min(depth, 1)).replaceAll(/[\\`]/g, (char) => `\\${char}`);
  writer.bodies = bodies;
  return text;
}

const OPERATORS = [
  ':-',
  '-',
  ':=',
  ':+',
  '+',
  '#',
  '##',
  '%',
  '%%',
  '/',
  '//',
  '/#',
  '^',
  ',,',
  ':',
  '@Q',
  '',
  ':?',
  '=',
];

function parameter(writer: Writer, depth: number): string {
  const { random } = writer;
  const target = random.pick([
    'x',
    'y',
    'x',
    'x[0]',
    '!x',
    '#x',
    '@',
    '1',
    'x[@]',
    `x[${depth > 0 ? word(writer, depth - 1) : '1'}]`,
  ]);
  const operator = random.pick(OPERATORS);
  const operand =
    depth <= 0
      ? random.pick(['', 'a', "'", '"', '$y', '"b"', "'c'", 'd e'])
      : random.pick<Write>([
          () => word(writer, depth - 1),
          () => quoted(writer, depth - 1),
          () => `'${random.pick(['$(m8)', 'a', '}'])}'`,
          () => `"${quoted(writer, depth - 1)}"`,
          () => `$(${writer.list(writer, depth - 1)})`,
          () => `\`${backticks(writer, depth - 1)}\``,
          () => random.pick(['<(m7)', 'a b', '\\}', '#', '\n', '\\"', "\\'", '$x', '{a,b}', '~', '*']),
        ])();
  const second =
    operator.startsWith('/') && random.chance(0.7) ? `/${depth > 0 ? word(writer, depth - 1) : 'r'}` : '';
  return `\${${target}${operator}${operand}${second}}`;
}

export function arithmetic(writer: Writer, depth: number): string {
  const { random } = writer;
  if (depth <= 0) return random.pick(['1', 'x', '1+2', ' x < 2 ', 'i++', 'a[1]', '$x', '16#ff', '-1']);
  return random.pick<Write>([
    () => random.pick(['1', 'x', 'i=2', '$#', '${#x}', '"1"', "'1'", '~1', '!x']),
    () => `$(${writer.list(writer, depth - 1)})`,
    () => `\`${backticks(writer, depth - 1)}\``,
    () => `a[$(${writer.list(writer, depth - 1)})]`,
    () => `(${arithmetic(writer, depth - 1)})`,
    () =>
      `${arithmetic(writer, depth - 1)}${random.pick(['+', '<<', '<', '>', '#', '&&', ',', '?1:', ' \n* ', '=='])}${arithmetic(writer, depth - 1)}`,
    () => parameter(writer, depth - 1),
    () => `"${quoted(writer, depth - 1)}"`,
    () => `$((${arithmetic(writer, depth - 1)}))`,
  ])();
}

export function testExpression(writer: Writer, depth: number): string {
  const { random } = writer;
  const side: Write = () => word(writer, depth - 1);
  return random.pick<Write>([
    () => side(),
    () => `-n ${side()}`,
    () => `! -z ${side()}`,
    () => `${side()} == ${side()}`,
    () => `${side()} != ${random.pick(['a*', '@(a|b)', '"x"', '!(a)', '?(a|$(m2))', side()])}`,
    () =>
      `${side()} =~ ${random.pick(['^(a|b)$', '^[a-z ]+$'.replace(' ', ''), 'a.b', '(a b|c)', '$x', side()])}`,
    () => `${side()} < ${side()}`,
    () => `( ${side()} || ${side()} )`,
    () => `${side()} -eq ${random.pick(['1', 'x', side()])}`,
    () => `-v ${random.pick(['x', 'x[0]', side()])}`,
    () => `-e ${side()}\n|| a`,
  ])();
}

export function redirection(writer: Writer, depth: number): string {
  const { random, dialect } = writer;
  if (dialect !== undefined && random.chance(0.3)) return dialect.redirection(writer);
  const kind = random.below(9);
  if (kind <= 1) return heredoc(writer, depth);
  if (kind === 2) return `<<<${random.pick(['', ' '])}${word(writer, depth - 1)}`;
  const operator = random.pick([
    '>',
    '2>',
    '<',
    '>>',
    '&>',
    '>&',
    '<>',
    '>|',
    '2>&1 >',
    '{fd}>',
    '&>>',
    '>&2 2>',
    '3<&0 <',
  ]);
  return (
    operator +
    random.pick(['', ' ']) +
    (depth > 0 ? random.pick(['o', '/dev/null', word(writer, depth - 1)]) : 'o')
  );
}

function heredoc(writer: Writer, depth: number): string {
  const { random } = writer;
  const delimiter = random.pick(['A', 'A', 'A', 'A', "'A'", '"A"', '\\A', 'E"O"F', "$'A'"]);
  const dash = random.chance(0.3) ? '-' : '';
  let body = '';
  for (let lines = random.below(4); lines > 0; lines -= 1) {
    body += `${random.pick(['', '', '\t', ' '])}${heredocLine(writer, depth)}\n`;
  }
  const closing = delimiter.includes('O') ? 'EOF' : 'A';
  writer.bodies.push(body + (dash !== '' && random.chance(0.5) ? '\t' : '') + closing);
  return `<<${dash}${random.pick(['', ' '])}${delimiter}`;
}

function heredocLine(writer: Writer, depth: number): string {
  const { random } = writer;
  if (depth <= 0) return random.pick(["'", 'a', '$(m6)', '"', ')', '$x', '`m6`', '${x:-$(m5)}']);
  return random.pick<Write>([
    () => quoted(writer, depth - 1),
    () => `$(${writer.list(writer, Math.min(1, depth - 1))})`,
    () => `\`${backticks(writer, 0)}\``,
    () => parameter(writer, depth - 1),
    () => `'${quoted(writer, depth - 1)}'`,
    () => random.pick(['A ', ' A', 'x\\', '"', ')', '}', '#', "it's", '\\$(m9)', '\\\\$(m3)', 'AA', 'A\\']),
  ])();
}
