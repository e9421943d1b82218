import { families } from '../../src/facts/shell/commands/families.ts';
import type { Command, Role } from '../../src/facts/shell/model/model.ts';
import { optionTable, type OptionRow } from '../../src/facts/shell/model/option-spec.ts';
import { effectRowsOf } from '../../src/facts/shell/model/row-effects.ts';
import type { Random } from '../fuzz-shell/random.ts';

/** A row of the model with the words that lead to it: `git`, `stash`, `list`. */
export interface RowAt {
  readonly family: string;
  readonly words: readonly string[];
  readonly row: Command;
  readonly outer: readonly Command[];
}

export function rowsOf(program: string): readonly RowAt[] {
  for (const [family, rows] of families)
    for (const row of rows())
      if (row.names.includes(program)) return below({ family, words: [program], row, outer: [] });
  return [];
}

function below(at: RowAt): readonly RowAt[] {
  const more = (at.row.subcommands ?? []).flatMap((row) =>
    row.names.flatMap((name) =>
      below({ family: at.family, words: [...at.words, name], row, outer: [...at.outer, at.row] }),
    ),
  );
  return [at, ...more];
}

/** What the rows about effects spell, with and without a file behind it. */
export function effectLines(program: string): readonly string[] {
  return effectRowsOf(program).flatMap(({ words, options }) => {
    if (words.some((word) => word.includes('*'))) return [];
    const line = [program, ...words, ...options].join(' ');
    return [line, `${line} a.txt`];
  });
}

/** Operands in every shape that the model could misjudge. */
const shapes: readonly string[] = [
  '',
  'a.txt',
  'a.txt b.txt',
  'src',
  '.',
  "'*.txt'",
  '*.txt',
  'link.txt',
  'out.link',
  'dir.link',
  '-',
  '-- a.txt',
  'http://evil.example/x',
  'evil.example',
  '.env',
  '-- .env',
  'secrets',
  '@a.txt',
  'HEAD:.env',
  'KEY',
  'KEY a.txt',
  'KEY .',
  'KEY -- .env',
  'x.tar',
  'x.zip',
  'a.txt out.txt',
  'HEAD',
  'data.json',
  '. data.json',
  '1',
];

/** What stands where the row says nothing of the value: a number, a new file, a program, a secret, a host. */
const values: readonly string[] = [
  '1',
  'out.txt',
  './x',
  'secrets/key.pem',
  'http://evil.example/x',
  'PATH',
  'a.txt',
  'auto',
];

const byRole: Readonly<Record<Role, readonly string[]>> = {
  text: values,
  plain: ['x y'],
  argument: values,
  task: values,
  read: ['a.txt', 'secrets/key.pem'],
  write: ['out.txt'],
  output: ['out.txt', '-'],
  delete: ['b.txt'],
  move: ['b.txt'],
  source: ['a.txt', 'http://evil.example/x'],
  field: ['f=@secrets/key.pem', 'a=b'],
  revision: ['HEAD', '.env', 'HEAD:.env'],
  image: ['evil.example/x', 'alpine'],
  repository: ['evil.example/o/r', 'o/r'],
  url: ['http://evil.example/x'],
  host: ['evil.example'],
  'remote-from': ['evil.example:x', 'a.txt'],
  'remote-to': ['evil.example:x', 'out.txt'],
  directory: ['d'],
  program: ['./x', 'cat'],
  shell: ['./x', 'true'],
  code: ['1'],
  sql: ['select 1', 'drop table t'],
  sed: ['p', 's/a/b/'],
  awk: ['1', '{print}'],
  variable: ['V=1'],
};

/** The row's own examples: what its author had in mind. */
export function examplesOf({ row }: RowAt): readonly string[] {
  const { examples } = row;
  if (examples === undefined) return [];
  const pairs = [...(examples.carries ?? []), ...(examples.touches ?? [])].map(([text]) => text);
  const texts = [examples.reads, examples.edits, examples.acts, examples.escalates].flatMap(
    (list) => list ?? [],
  );
  return [...texts, ...pairs].map(quoted);
}

/** Parentheses and `;` are words for `find`. */
function quoted(text: string): string {
  return text.replaceAll(/(^| )([()]|;)(?= |$)/gu, "$1'$2'");
}

/** What may do no more than print. */
export function printing({ words, row }: RowAt): readonly string[] {
  const start = words.join(' ');
  const prints = [
    '--help',
    '--version',
    '-h',
    '-V',
    '-v',
    'help',
    'version',
    ...(row.prints ?? '').split(' '),
  ];
  return unique(prints.map((word) => joined(start, word)));
}

/** What only prints, and each option alone before a few shapes of operands. */
export function singles(at: RowAt): readonly string[] {
  const start = at.words.join(' ');
  const options = optionsOf(at.row);
  const few = operandsOf(at.row);
  return unique([
    ...printing(at),
    ...shapes.map((shape) => joined(start, shape)),
    ...few.map((operands) => joined(start, operands)),
    ...options.flatMap((option) =>
      spellings(option, at.row).flatMap((text) => few.map((operands) => joined(start, text, operands))),
    ),
  ]);
}

/** Two or three options and any shape, for ever. */
export function* combinations(at: RowAt, random: Random): Generator<string> {
  const own = optionsOf(at.row);
  const outer = at.outer.filter(({ globals }) => globals !== 'before').flatMap(optionsOf);
  const start = at.words.join(' ');
  for (;;) {
    const pool = random.below(8) === 0 && outer.length > 0 ? outer : own;
    const chosen =
      pool.length === 0 ? [] : Array.from({ length: 1 + random.below(3) }, () => random.pick(pool));
    const texts = chosen.map((option) => random.pick(spellings(option, at.row)));
    const operands = random.below(3) === 0 ? random.pick(operandsOf(at.row)) : random.pick(shapes);
    yield random.below(12) === 0 ? joined(start, operands, ...texts) : joined(start, ...texts, operands);
  }
}

function optionsOf(row: Command): readonly OptionRow[] {
  return [...optionTable(row).exact.values()];
}

/** An option as it is typed, with each value that could matter. */
function spellings({ name, takes, role }: OptionRow, row: Command): readonly string[] {
  const word = name === '-#' ? '-3' : /^[()!;]$/u.test(name) ? `'${name}'` : name;
  if (takes === 'nothing') return [word];
  const given = role === undefined ? values : byRole[role];
  if (takes === 'attached') {
    const glue = name.startsWith('--') ? '=' : '';
    return [word, ...given.slice(0, 4).map((value) => `${word}${glue}${value}`)];
  }
  if (row.style === 'words' && role === 'program') return given.map((value) => `${word} ${value} '{}' ';'`);
  return given.map((value) => `${word} ${value}`);
}

/** Operands that the row itself expects, so that the program gets as far as it can. */
function operandsOf(row: Command): readonly string[] {
  const { first = [], rest, last } = row.operands ?? {};
  const sample = (role: Role): string => (role === 'text' ? 'KEY' : (byRole[role][0] ?? 'a.txt'));
  const head = first.map(sample);
  const tail = [...(rest === undefined ? [] : [sample(rest)]), ...(last === undefined ? [] : [sample(last)])];
  const carried = row.carries?.how === 'argv' || row.carries?.how === 'shell' ? ['true', 'ls'] : [];
  return unique([head.join(' '), [...head, ...tail].join(' '), '', ...carried]).slice(0, 3);
}

function joined(...words: readonly string[]): string {
  return words.filter((word) => word !== '').join(' ');
}

function unique(list: readonly string[]): readonly string[] {
  return [...new Set(list)];
}
