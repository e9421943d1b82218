import { posix } from 'node:path';
import { computed, scanImports } from './scan-imports.ts';

/** The way of a call. A file sees its own stage and the earlier ones; `index` is the public door. */
const stages = 'call world facts policy decision approval record gate team index hosts ui cli'.split(' ');

const pureStages = ['call', 'facts', 'policy', 'decision'];

/** Files beside the folders that belong to a stage of another name; `policy-files` is a door beside `index`. */
const stageOfFile: ReadonlyMap<string, string> = new Map([
  ['load-policy', 'gate'],
  ['file-layers', 'gate'],
  ['edit-policy', 'gate'],
  ['trust-policy', 'gate'],
  ['policy-gate', 'gate'],
  ['disk-grants', 'gate'],
  ['parsed-policies', 'gate'],
  ['replay-entry', 'gate'],
  ['try-answer', 'gate'],
  ['remembered-answers', 'gate'],
  ['policy-files', 'index'],
  ['testing', 'index'],
]);

/** What a World is, apart from how it is read: data, so pure stages may use it, and it is pure itself. */
const worldData = 'world/world.ts';

/** The packages that each folder may import. */
const packagesOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['facts/', ['unbash']],
  ['policy/file/', ['yaml']],
  ['policy/exchange/', ['jsonc-parser', 'smol-toml', 'yaml']],
  ['hosts/install/', ['jsonc-parser']],
  ['hosts/examine/', ['smol-toml']],
]);

/** What `import 'permesso'` must never load. */
const behindOtherDoors =
  /^(?:zod|yaml|jsonc-parser|smol-toml|citty|@clack\/.*|(?:hosts|ui|cli|team)\/.*|team\.ts|policy\/(?:file|exchange)\/.*|testing\/.*|(?:(?:load|edit|trust)-policy|file-layers|policy-gate|disk-grants|parsed-policies|policy-files)\.ts)$/;

const emptyNames = ['utils', 'helpers', 'manager', 'common', 'core', 'lib'];

const lineLimit = 400;
const dataFolders = ['facts/shell/commands/'];

const ambientNames =
  'Date process performance globalThis crypto fetch setTimeout setInterval setImmediate queueMicrotask';
// A name after a dot or before a colon is somebody's property.
const ambient = new RegExp(
  String.raw`(?<![\w$.])(?:(?:${ambientNames.replaceAll(' ', '|')})\b(?!\??\s*:)|Math\s*\.\s*random\b)`,
  'g',
);

/** Files that import what a person names, another engine to be scored, or the server if it is installed. */
const loadsAnyEngine: ReadonlySet<string> = new Set(['cli/conformance.ts', 'cli/serve.ts']);

/** Path below `src` -> text. */
export type Sources = ReadonlyMap<string, string>;

export interface Complaint {
  readonly file: string;
  readonly rule: string;
  readonly what: string;
}

interface File {
  readonly path: string;
  readonly stage: string;
  readonly isTest: boolean;
  /** Bound to purity: tests of pure stages are not. */
  readonly isPure: boolean;
  readonly lines: number;
  readonly code: string;
  readonly links: readonly Link[];
}

interface Link {
  readonly kind: 'file' | 'package' | 'node' | 'outside' | 'computed';
  readonly name: string;
  readonly typeOnly: boolean;
}

type Files = ReadonlyMap<string, File>;

const rules: Readonly<Record<string, (file: File, files: Files) => readonly string[]>> = {
  'known stage': ({ stage }) => (stages.includes(stage) ? [] : [`${stage} is not a stage`]),

  'stage order': (file) =>
    linksTo(file, 'file')
      .filter(({ name }) => stages.indexOf(stageOf(name)) > stages.indexOf(file.stage))
      .map(({ name }) => `imports ${name}, a later stage`),

  'world as data': (file) =>
    linksTo(file, 'file')
      .filter(
        ({ name, typeOnly }) => file.isPure && !typeOnly && stageOf(name) === 'world' && name !== worldData,
      )
      .map(({ name }) => `runs ${name}, of which a pure stage sees only types`),

  'pure imports': (file) =>
    file.isPure ? linksTo(file, 'node').map(({ name }) => `imports ${name} in a pure stage`) : [],

  'pure names': (file) =>
    file.isPure
      ? Array.from(new Set(file.code.match(ambient)), (name) => `uses ${name} in a pure stage`)
      : [],

  'listed packages': (file) =>
    linksTo(file, 'package')
      .filter(({ name }) => !file.isTest && !isListed(name, file.path))
      .map(({ name }) => `imports ${name}, which is not listed for ${file.stage}`),

  'product code': (file) =>
    file.links
      .filter(({ kind, name }) => !file.isTest && (kind === 'outside' || (kind === 'file' && isTest(name))))
      .map(({ name }) => `imports ${name}, which is not shipped`),

  'readable imports': (file, files) => [
    ...(loadsAnyEngine.has(file.path) ? [] : linksTo(file, 'computed').map(() => 'computes what it imports')),
    ...linksTo(file, 'file')
      .filter(({ name }) => name.endsWith('.ts') && !files.has(name))
      .map(({ name }) => `imports ${name}, which does not exist`),
  ],

  'telling names': (file) =>
    file.path
      .split('/')
      .map((segment) => segment.replace(/\..*$/, ''))
      .filter((name) => emptyNames.includes(name))
      .map((name) => `is called ${name}, which says nothing`),

  'short files': (file) =>
    file.lines <= lineLimit || file.isTest || dataFolders.some((folder) => file.path.startsWith(folder))
      ? []
      : [`has ${file.lines} lines, more than ${lineLimit}`],

  'clean door': (file, files) =>
    file.path === 'index.ts'
      ? [...loadedBy(file, files)]
          .filter(([name]) => behindOtherDoors.test(name))
          .map(([name, importer]) => `loads ${name} through ${importer}`)
      : [],
};

export const ruleNames: readonly string[] = Object.keys(rules);

export function checkArchitecture(sources: Sources): readonly Complaint[] {
  const files = new Map(Array.from(sources, ([path, text]) => [path, describeFile(path, text)]));
  return [...files.values()].flatMap((file) =>
    Object.entries(rules).flatMap(([rule, check]) =>
      check(file, files).map((what) => ({ file: file.path, rule, what })),
    ),
  );
}

/** Everything that running `door` loads, each with the file that asks for it. */
function loadedBy(door: File, files: Files): ReadonlyMap<string, string> {
  const loaded = new Map<string, string>();
  const waiting = [door];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const { name, typeOnly } of file.links) {
      if (typeOnly || loaded.has(name)) continue;
      loaded.set(name, file.path);
      const next = files.get(name);
      if (next !== undefined) waiting.push(next);
    }
  }
  return loaded;
}

function describeFile(path: string, text: string): File {
  const { imports, code } = scanImports(text);
  const stage = stageOf(path);
  return {
    path,
    stage,
    isTest: isTest(path),
    isPure: (pureStages.includes(stage) || path === worldData) && !isTest(path),
    lines: text.trimEnd().split('\n').length,
    code,
    links: imports.map(({ specifier, typeOnly }) => ({ ...resolve(specifier, path), typeOnly })),
  };
}

function resolve(specifier: string, from: string): Pick<Link, 'kind' | 'name'> {
  if (specifier === computed) return { kind: 'computed', name: specifier };
  if (specifier.startsWith('node:')) return { kind: 'node', name: specifier };
  if (specifier.startsWith('.')) {
    const name = posix.join(posix.dirname(from), specifier);
    return { kind: name.startsWith('../') ? 'outside' : 'file', name };
  }
  const segments = specifier.startsWith('@') ? 2 : 1;
  return { kind: 'package', name: specifier.split('/').slice(0, segments).join('/') };
}

function linksTo(file: File, kind: Link['kind']): readonly Link[] {
  return file.links.filter((link) => link.kind === kind);
}

function isListed(name: string, path: string): boolean {
  return [...packagesOf].some(([folder, packages]) => path.startsWith(folder) && packages.includes(name));
}

/** The folder below `src`, or the name of a file that stands there itself. */
export function stageOf(path: string): string {
  const name = path.replace(/\/.*$|(?:\.test)?\.ts$/, '');
  return stageOfFile.get(name) ?? name;
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts');
}
