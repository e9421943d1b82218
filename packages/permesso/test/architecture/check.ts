import { posix } from 'node:path';
import { computed, scanImports } from '../scan-imports.ts';
import type { PackageLaw } from './law-shape.ts';

const emptyNames = ['utils', 'helpers', 'manager', 'common', 'core', 'lib'];

const lineLimit = 400;
/** Tables of data may be long. */
const dataFolders = ['facts/shell/commands/'];
/** Source files in one folder; tests and fixtures stand beside them and do not count. */
const folderLimit = 28;
/** One file per command. */
const listFolders = ['cli/commands'];

const ambientNames =
  'Date process performance globalThis crypto fetch setTimeout setInterval setImmediate queueMicrotask Buffer';
// A name after a dot or before a colon is somebody's property.
const ambient = new RegExp(
  String.raw`(?<![\w$.])(?:(?:${ambientNames.replaceAll(' ', '|')})\b(?!\??\s*:)|Math\s*\.\s*random\b)`,
  'g',
);

/** Files that import what a person names: another engine to be scored, the server or the sandbox if it is installed. */
const loadsAnyEngine: ReadonlySet<string> = new Set([
  'sandbox/engine-process.ts',
  'cli/commands/conformance.ts',
  'cli/commands/serve.ts',
]);

/** What `import '@permesso/gate'` must never load. */
const behindOtherEntryPoints =
  /^(?:zod|yaml|jsonc-parser|smol-toml|citty|@clack\/.*|(?:hosts|sdks|mcp|local-console|cli|team)\/.*|team(?:-server)?\.ts|testing\/.*|gate\/(?:(?:load|edit|trust)-policy|file-layers|policy-gate|disk-grants|parsed-policies)\.ts|policy-files\.ts|@permesso\/engine\/text)$/;

/** What the hook's bundle must not hold: it is loaded before each call, and changes no file of a host. */
const notInHook =
  /^(?:hosts\/[^/]+\/setup\.ts|(?:install|health|canary|examine|managed|cli\/commands)\/.*|host-lists\/hosts\.ts|uninstall\.ts|cli\/commands\.ts)$/;

/** The list of plug-ins, and who asks it: one file of the server, one folder of the console. */
const pluginList = 'plugins/index';
const listImporter = /^(?:open-plugins\.ts$|plugin-parts\/)/;

/** Path below `src` -> text. */
export type Sources = ReadonlyMap<string, string>;

export interface Complaint {
  readonly file: string;
  readonly rule: string;
  readonly what: string;
}

interface SourceFile {
  readonly path: string;
  readonly stage: string;
  readonly isTest: boolean;
  readonly lines: number;
  readonly code: string;
  readonly links: readonly Link[];
}

interface Link {
  readonly kind: 'file' | 'package' | 'node' | 'outside' | 'computed';
  readonly name: string;
  /** As it is written. */
  readonly specifier: string;
  readonly typeOnly: boolean;
}

interface Checked {
  readonly law: PackageLaw;
  readonly files: ReadonlyMap<string, SourceFile>;
}

type Rule = (file: SourceFile, checked: Checked) => readonly string[];

const rules: Readonly<Record<string, Rule>> = {
  'known stage': ({ stage }, { law }) => (orderOf(stage, law) === -1 ? [`${stage} is not a stage`] : []),

  'stage order': (file, { law }) =>
    (file.isTest && law.freeTests === true ? [] : linksTo(file, 'file'))
      .filter(({ name }) => orderOf(stageOf(name), law) > orderOf(file.stage, law))
      .map(({ name }) => `imports ${name}, a later stage`),

  // A type-only cycle is a cycle: neither file can be understood without the other.
  'no cycles': (file, { files }) =>
    linksTo(file, 'file')
      .filter(({ name }) => reaches(name, file.path, files))
      .map(({ name }) => `imports ${name}, which leads back to it`),

  'pure imports': (file, { law }) =>
    isPure(file, law) ? linksTo(file, 'node').map(({ name }) => `imports ${name} in a pure package`) : [],

  'pure names': (file, { law }) =>
    isPure(file, law)
      ? Array.from(new Set(file.code.match(ambient)), (name) => `uses ${name} in a pure package`)
      : [],

  'in a browser': (file, { law }) =>
    law.browser === true && !file.isTest
      ? linksTo(file, 'node').map(({ name }) => `imports ${name}, which no browser has`)
      : [],

  'listed packages': (file, { law }) =>
    linksTo(file, 'package')
      .filter(({ name }) => !file.isTest && !isListed(name, file.stage, law))
      .map(({ name }) => `imports ${name}, which is not listed for ${file.stage}`),

  'product code': (file) =>
    file.links
      .filter(({ kind, name }) => !file.isTest && (kind === 'outside' || (kind === 'file' && isTest(name))))
      .map(({ name }) => `imports ${name}, which is not shipped`),

  'readable imports': (file, { files }) => [
    ...(loadsAnyEngine.has(file.path) ? [] : linksTo(file, 'computed').map(() => 'computes what it imports')),
    ...linksTo(file, 'file')
      .filter(({ name }) => name.endsWith('.ts') && !files.has(name))
      .map(({ name }) => `imports ${name}, which does not exist`),
  ],

  // A route answers requests; what others need as well stands in a file of its own. Lists of routes gather them.
  'routes apart': (file) =>
    isRoutes(file.path) && !isGathering(file)
      ? linksTo(file, 'file')
          .filter(({ name }) => isRoutes(name))
          .map(({ name }) => `imports ${name}, which is other routes`)
      : [],

  // A module can change inside while its entry stays.
  'modules apart': (file, { law }) =>
    (file.isTest ? [] : linksTo(file, 'file'))
      .filter(({ name }) => {
        const stage = law.stages.find((each) => each.name === stageOf(name));
        return stage?.isModule === true && stage.name !== file.stage && name !== `${stage.name}/index.ts`;
      })
      .map(({ name }) => `imports ${name}, which is inside a module`),

  // Removing a folder and its line in the list must leave a server: nobody else may know the folder.
  'plug-ins apart': (file) =>
    linksTo(file, 'file')
      .filter(({ name }) => {
        const folder = pluginOf(name);
        if (folder === undefined || folder === pluginOf(file.path)) return false;
        return !(folder === pluginList ? listImporter.test(file.path) : file.path === `${pluginList}.ts`);
      })
      .map(({ name }) => `imports ${name}, a plug-in`),

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

  'clean entry': (file, { files }) =>
    file.path === 'index.ts'
      ? [...loadedBy(file, files)]
          .filter(([name]) => behindOtherEntryPoints.test(name))
          .map(([name, importer]) => `loads ${name} through ${importer}`)
      : [],

  'small hook': (file, { files }) =>
    file.path === 'cli/hook.ts'
      ? [...loadedBy(file, files)]
          .filter(([name]) => notInHook.test(name))
          .map(([name, importer]) => `loads ${name} through ${importer}`)
      : [],
};

export const ruleNames: readonly string[] = Object.keys(rules);

export function checkArchitecture(sources: Sources, law: PackageLaw): readonly Complaint[] {
  const files = new Map(Array.from(sources, ([path, text]) => [path, describeFile(path, text)]));
  const complaints = [...files.values()].flatMap((file) =>
    Object.entries(rules).flatMap(([rule, check]) =>
      check(file, { law, files }).map((what) => ({ file: file.path, rule, what })),
    ),
  );
  return [...complaints, ...fullFolders(files)];
}

function fullFolders(files: ReadonlyMap<string, SourceFile>): readonly Complaint[] {
  const counts = new Map<string, number>();
  for (const { path, isTest: test } of files.values()) {
    const folder = posix.dirname(path);
    // An entry point lists what the others hold.
    const isEntry = posix.basename(path) === 'index.ts';
    if (!test && !isEntry) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > folderLimit && !listFolders.includes(folder))
    .map(([file, count]) => ({ file, rule: 'small folders', what: `holds ${count} files` }));
}

/** Everything that running an entry point loads, each with the file that asks for it. */
function loadedBy(entry: SourceFile, files: ReadonlyMap<string, SourceFile>): ReadonlyMap<string, string> {
  const loaded = new Map<string, string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const { name, kind, specifier, typeOnly } of file.links) {
      const key = kind === 'package' ? specifier : name;
      if (typeOnly || loaded.has(key)) continue;
      loaded.set(key, file.path);
      const next = files.get(name);
      if (next !== undefined) waiting.push(next);
    }
  }
  return loaded;
}

function reaches(from: string, to: string, files: ReadonlyMap<string, SourceFile>): boolean {
  const seen = new Set<string>();
  const waiting = [from];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (path === to) return true;
    if (seen.has(path)) continue;
    seen.add(path);
    const file = files.get(path);
    if (file !== undefined) waiting.push(...linksTo(file, 'file').map(({ name }) => name));
  }
  return false;
}

function describeFile(path: string, text: string): SourceFile {
  const { imports, code } = scanImports(text);
  return {
    path,
    stage: stageOf(path),
    isTest: isTest(path),
    lines: text.trimEnd().split('\n').length,
    code,
    links: imports.map(({ specifier, typeOnly }) => ({ ...resolve(specifier, path), specifier, typeOnly })),
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

function linksTo(file: SourceFile, kind: Link['kind']): readonly Link[] {
  return file.links.filter((link) => link.kind === kind);
}

/** The folder of the plug-in that a file belongs to, or the list of them. */
function pluginOf(path: string): string | undefined {
  return /^plugins\/(?:index|[^/]+(?=\/))/.exec(path)?.[0];
}

function isRoutes(path: string): boolean {
  return path.endsWith('-routes.ts');
}

/** Imports nothing but routes and what a route is. */
function isGathering(file: SourceFile): boolean {
  return file.links.every(({ kind, name, typeOnly }) => typeOnly || (kind === 'file' && isRoutes(name)));
}

function isListed(name: string, stage: string, { stages, uses }: PackageLaw): boolean {
  return uses.includes(name) || stages.find((each) => each.name === stage)?.packages?.includes(name) === true;
}

function isPure(file: SourceFile, { pure }: PackageLaw): boolean {
  return pure === true && !file.isTest;
}

function orderOf(stage: string, { stages }: PackageLaw): number {
  return stages.findIndex(({ name }) => name === stage);
}

/** The folder below `src`, or the name of a file that is there itself. */
export function stageOf(path: string): string {
  return path.replace(/\/.*$|(?:\.test)?\.tsx?$/, '');
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || /^plugins\/[^/]+\/test\//.test(path);
}
