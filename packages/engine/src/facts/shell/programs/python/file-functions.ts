import { notRead, type Call, type Expression } from './syntax.ts';
import { data, joinedFiles, nothing, text, type NamedFile, type Value } from './values.ts';

export interface FileUse {
  readonly access: 'read' | 'write';
  readonly file: NamedFile;
}

/** The arguments of a call, as values and as written. */
export interface Given {
  readonly call: Call;
  readonly values: readonly Value[];
  readonly use: (access: FileUse['access'], files: readonly NamedFile[]) => void;
}

/** Functions that name files, by module. */
export const fileFunctions: ReadonlyMap<string, (given: Given) => Value> = new Map([
  ['open', opened],
  ['io.open', opened],
  ['gzip.open', opened],
  ['bz2.open', opened],
  ['os.path.join', (given) => joinedPath(given, 'name')],
  ['pathlib.Path', (given) => joinedPath(given, 'path')],
  ['pathlib.PosixPath', (given) => joinedPath(given, 'path')],
  ['glob.glob', globbed],
  ['glob.iglob', globbed],
  ['os.listdir', listed],
  ['os.walk', walked],
  ['os.stat', (given) => looked(given, data)],
  ['os.makedirs', (given) => made(given, 'exist_ok')],
  ['os.mkdir', (given) => made(given, '')],
  ['xml.etree.ElementTree.parse', parsed],
  ['pstats.Stats', parsed],
  ...['exists', 'isfile', 'isdir', 'islink', 'getsize', 'getmtime'].map(
    (name) => [`os.path.${name}`, (given: Given) => looked(given, data)] as const,
  ),
]);

/** Methods of a path that reach the disk. */
export const pathMethods: ReadonlyMap<string, (given: Given, files: readonly NamedFile[]) => Value> = new Map(
  [
    ['read_text', (given, files) => readWhole(given, files)],
    ['read_bytes', (given, files) => readWhole(given, files)],
    ['write_text', (given, files) => writtenWhole(given, files)],
    ['write_bytes', (given, files) => writtenWhole(given, files)],
    ['open', (given, files) => openedAs(given, files, given.call.given[0])],
    ['exists', lookedAt],
    ['is_file', lookedAt],
    ['is_dir', lookedAt],
    ['stat', lookedAt],
    ['glob', (given, files) => searched(given, files)],
    ['rglob', (given, files) => searched(given, files)],
    ['iterdir', (given, files) => searched(given, files)],
    ['mkdir', (given, files) => madeAt(given, files)],
  ],
);

function filesOf(value: Value | undefined): readonly NamedFile[] {
  if (value?.is === 'nothing') return [];
  const files = value?.is === 'name' || value?.is === 'path' ? value.files : undefined;
  return files ?? notRead('a file that the program puts together');
}

/** Whether it has only these keyword arguments, none of which is a function or a descriptor. */
function onlyNamed({ call: { named, given } }: Given, allowed: string): void {
  const names = allowed.split(' ');
  if (![...named.keys()].every((name) => names.includes(name))) notRead('an argument');
  if (given.some(({ is }) => is === 'star')) notRead('arguments in a row');
}

function literalText(expression: Expression | undefined): string | undefined {
  return expression?.is === 'text' ? expression.text : undefined;
}

function opened(given: Given): Value {
  const { call, values } = given;
  const [first] = call.given;
  // Standard input; other numbers are files opened elsewhere.
  if (first?.is === 'constant' && first.text === '0' && call.given.length === 1 && call.named.size === 0)
    return { is: 'file' };
  if (call.given.length > 2) notRead('an argument');
  return openedAs(given, filesOf(values[0]), call.given[1]);
}

function openedAs(given: Given, files: readonly NamedFile[], mode: Expression | undefined): Value {
  onlyNamed(given, 'mode encoding errors newline');
  const named = given.call.named.get('mode');
  const written = mode ?? named;
  const letters = written === undefined ? 'r' : literalText(written);
  if (letters === undefined || !/^[rwax][bt+]{0,2}$/u.test(letters)) return notRead('a mode');
  if (/[r+]/u.test(letters)) given.use('read', files);
  if (/[wax+]/u.test(letters)) given.use('write', files);
  return { is: 'file' };
}

function joinedPath(given: Given, is: 'name' | 'path'): Value {
  onlyNamed(given, '');
  const [first, ...rest] = given.values;
  if (given.values.some((value) => value.is === 'nothing')) return nothing;
  let files: readonly NamedFile[] | undefined = first === undefined ? [{ file: '.' }] : knownFiles(first);
  for (const value of rest) files = joinedFiles(files, knownFiles(value));
  if (is === 'path') return { is, files };
  return files === undefined ? text : { is, files };
}

export function knownFiles(value: Value): readonly NamedFile[] | undefined {
  return value.is === 'name' || value.is === 'path' ? value.files : undefined;
}

/** A pattern with `**` follows links to directories; one without matches what the shell would match. */
function globbed(given: Given): Value {
  onlyNamed(given, 'recursive');
  if (given.values[0]?.is === 'nothing') return nothing;
  const files = filesOf(given.values[0]).map((named): NamedFile => {
    if (!('file' in named)) return notRead('a pattern');
    const pattern = named.file;
    if (pattern.split('/').includes('..')) return notRead('a pattern that climbs');
    if (!pattern.includes('**')) return { glob: pattern };
    return { below: fixedDirectory(pattern), names: [] };
  });
  return { is: 'list', of: { is: 'name', files } };
}

function fixedDirectory(pattern: string): string {
  const fixed = /^[^*?[]*/u.exec(pattern)?.[0] ?? '';
  const directory = fixed.slice(0, fixed.lastIndexOf('/') + 1);
  return directory === '' ? '.' : directory;
}

/** `*` of a path also matches hidden names, unlike the shell's. */
function searched(given: Given, files: readonly NamedFile[]): Value {
  onlyNamed(given, '');
  const [pattern, more] = given.call.given;
  const found = pattern === undefined ? '*' : literalText(pattern);
  if (found === undefined || more !== undefined || found.startsWith('/') || found.split('/').includes('..'))
    return notRead('a pattern');
  const last = found.slice(found.lastIndexOf('/') + 1);
  const names = /^[\w.*-]+$/u.test(last) && last !== '**' ? [last] : [];
  const below = files.map((named): NamedFile => {
    const directory = 'file' in named ? named.file : 'below' in named ? named.below : undefined;
    return directory === undefined ? notRead('a directory') : { below: directory, names };
  });
  return { is: 'list', of: { is: 'path', files: below } };
}

function listed(given: Given): Value {
  onlyNamed(given, '');
  const directories = given.values.length === 0 ? [{ file: '.' }] : filesOf(given.values[0]);
  given.use('read', directories);
  return { is: 'list', of: { is: 'name', files: entries(directories) } };
}

function entries(directories: readonly NamedFile[]): readonly NamedFile[] {
  return directories.map((named): NamedFile =>
    'file' in named ? { entryOf: named.file } : notRead('a directory'),
  );
}

function walked(given: Given): Value {
  onlyNamed(given, '');
  const directories = filesOf(given.values[0]);
  given.use('read', directories);
  const below = directories.map((named): NamedFile =>
    'file' in named ? { below: named.file, names: [] } : notRead('a directory'),
  );
  const names: Value = { is: 'list', of: { is: 'name', files: entries(directories) } };
  return { is: 'list', of: { is: 'tuple', items: [{ is: 'name', files: below }, names, names] } };
}

function looked(given: Given, result: Value): Value {
  onlyNamed(given, '');
  given.use('read', filesOf(given.values[0]));
  return result;
}

function lookedAt(given: Given, files: readonly NamedFile[]): Value {
  onlyNamed(given, '');
  given.use('read', files);
  return data;
}

function parsed(given: Given): Value {
  onlyNamed(given, '');
  if (given.values.length !== 1) notRead('a parser');
  if (given.values[0]?.is !== 'file') given.use('read', filesOf(given.values[0]));
  return data;
}

function readWhole(given: Given, files: readonly NamedFile[]): Value {
  onlyNamed(given, 'encoding errors');
  given.use('read', files);
  return text;
}

function writtenWhole(given: Given, files: readonly NamedFile[]): Value {
  onlyNamed(given, 'encoding errors newline');
  given.use('write', files);
  return data;
}

function made(given: Given, allowed: string): Value {
  onlyNamed(given, allowed);
  if (given.call.given.length !== 1) notRead('an argument');
  given.use('write', filesOf(given.values[0]));
  return data;
}

function madeAt(given: Given, files: readonly NamedFile[]): Value {
  onlyNamed(given, 'parents exist_ok');
  if (given.call.given.length > 0) notRead('an argument');
  given.use('write', files);
  return data;
}
