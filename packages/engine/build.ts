/**
 * `node build.ts`: what is published. The rows about commands and shells carry examples, which are tests; consumers
 * download the rows without them.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { changedAt } from './changed-at.ts';
import { joinModules } from './join-modules.ts';
import { removeUnreached } from './remove-unreached.ts';
import { writeLate } from './write-late.ts';
import type { families as Families } from './src/facts/shell/commands/families.ts';
import type { listingLine as ListingLine } from './src/facts/shell/model/places-of.ts';
import type { laterTexts as LaterTexts } from './src/facts/shell/model/row-effects.ts';

const engine = import.meta.dirname;
const dist = join(engine, 'dist');

/** Every module for itself, with nothing taken in: what is bundled with the engine takes from here only what it needs. */
export const engineModules: string = join(engine, 'modules');

/** Entry points that need no parser of YAML. */
const entries = [
  'index',
  ...['call', 'world', 'facts', 'policy', 'session', 'sandbox', 'decision'].map((stage) => `${stage}/index`),
];

/** What the build depends on. */
const sources = ['src', 'build.ts', 'join-modules.ts', 'late-modules.ts', 'write-late.ts'].map((path) =>
  join(engine, path),
);

/** A tenth of what they install as: their types, sources and other builds are nobody's need. */
const inline = ['jsonc-parser', 'smol-toml', 'unbash', 'yaml'];

/** Nothing is done where `dist` is newer than the sources: tests call this at every start. */
export async function buildEngine(): Promise<void> {
  const isBuilt = existsSync(join(dist, 'index.js')) && existsSync(engineModules);
  if (isBuilt && statSync(dist).mtimeMs > changedAt(sources)) return;
  const made = `${dist}-${process.pid}`;
  const compiler = join(engine, '../../node_modules/.bin/tsc');
  const project = join(engine, 'tsconfig.build.json');
  execFileSync(compiler, ['-p', project, '--outDir', made], { stdio: ['ignore', 'inherit', 'inherit'] });
  for (const file of globSync('facts/{shell/commands,shell/read/shells,secrets}/*.js', { cwd: made }))
    stripExamples(join(made, file));
  await fillIn(made);
  cpSync(made, `${made}-modules`, { recursive: true, filter: (path) => !path.endsWith('.d.ts') });
  await joinModules({
    dist: made,
    chunks: {
      decide: ['decision/decide-call', 'policy/compile-policy', 'late'],
      engine: entries,
      text: ['text/index'],
      powershell: ['powershell/index'],
    },
    entries: ['page'],
    inline,
    late: writeLate(made, [...entries, 'text/index']),
  });
  removeUnreached({
    dist: made,
    entries: [...entries, 'page', 'text/index', 'powershell/index'].map((name) => `${name}.js`),
    kept: ['chunks'],
  });
  writeLicences(made);
  for (const [from, to] of [
    [`${made}-modules`, engineModules],
    [made, dist],
  ] as const) {
    rmSync(to, { recursive: true, force: true });
    renameSync(from, to);
  }
}

/** Of the packages whose code is taken in: they ask for it. */
function writeLicences(made: string): void {
  const texts = inline.map((name) => {
    const folder = join(engine, '../../node_modules', name);
    const [file = ''] = readdirSync(folder).filter((entry) => /^LICEN[CS]E/i.test(entry));
    return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
  });
  writeFileSync(join(made, 'LICENSES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
}

/** Which family has the row of a name, and which texts have lines about it: see `find-command.ts` and `row-effects.ts`. */
async function fillIn(made: string): Promise<void> {
  const shell = join(made, 'facts/shell');
  const load = async (module: string): Promise<unknown> => import(pathToFileURL(join(shell, module)).href);
  const { families } = (await load('commands/families.js')) as { readonly families: typeof Families };
  const { laterTexts } = (await load('model/row-effects.js')) as { readonly laterTexts: typeof LaterTexts };
  const { listingLine } = (await load('model/places-of.js')) as { readonly listingLine: typeof ListingLine };
  const rows = Array.from(families, ([family, commands]) =>
    listingLine(
      family,
      commands().flatMap(({ names }) => names),
    ),
  );
  const texts = Array.from(laterTexts, ([name, text]) => listingLine(name, programsIn(text())));
  fillPlace(join(shell, 'model/find-command.js'), 'NAMES-IN-FAMILIES', rows);
  fillPlace(join(shell, 'model/row-effects.js'), 'NAMES-IN-EFFECTS', texts);
}

function programsIn(text: string): readonly string[] {
  const heads = text.split('\n').filter((line) => line !== '' && !line.startsWith(' '));
  return heads.flatMap((line) => line.split(' '));
}

function fillPlace(file: string, place: string, lines: readonly string[]): void {
  const text = readFileSync(file, 'utf8');
  const filled = text.replace(`'${place}'`, () => JSON.stringify(lines.join('\n')));
  if (filled === text) throw new Error(`${file} has no place for ${place}`);
  writeFileSync(file, filled);
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly key?: { readonly name?: string };
}

function stripExamples(file: string): void {
  const text = readFileSync(file, 'utf8');
  const cuts: SyntaxNode[] = [];
  walk(parseAst(text), (node) => {
    const isExamples = node.type === 'Property' && /^examples?$/.test(node.key?.name ?? '');
    if (isExamples) cuts.push(node);
    return !isExamples;
  });
  const stripped = cuts.reduceRight((rest, { start, end }) => {
    const after = rest.slice(end).replace(/^\s*,/, '');
    return rest.slice(0, start) + after;
  }, text);
  writeFileSync(file, stripped);
}

/** Every node, outermost first; `visit` says whether to look inside. */
function walk(node: SyntaxNode, visit: (node: SyntaxNode) => boolean): void {
  if (!visit(node)) return;
  for (const value of Object.values(node) as readonly unknown[])
    for (const child of Array.isArray(value) ? (value as readonly unknown[]) : [value])
      if (typeof child === 'object' && child !== null && 'type' in child) walk(child as SyntaxNode, visit);
}

if (import.meta.main) {
  rmSync(dist, { recursive: true, force: true });
  await buildEngine();
}
