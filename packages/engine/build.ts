/**
 * `node build.ts`: what is published. The rows about commands carry examples, which are tests; consumers download
 * the rows without them.
 */
import { execFileSync } from 'node:child_process';
import {
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
import { parseAst } from 'rolldown/parseAst';
import { joinModules } from './join-modules.ts';

const engine = import.meta.dirname;
const dist = join(engine, 'dist');

/** What `permesso` loads of the engine beside its index. */
const alsoLoaded = [
  'call/canonical-json',
  'decision/visible-tools',
  'facts/secrets/redactor',
  'policy/code-policy',
  'policy/lint/subsumes',
  'policy/name-problems',
  'world/recorded-world',
];

/** Nothing is done where `dist` is newer than the sources: tests call this at every start. */
export async function buildEngine(): Promise<void> {
  if (existsSync(join(dist, 'index.js')) && statSync(dist).mtimeMs > newest(join(engine, 'src'))) return;
  const made = `${dist}-${process.pid}`;
  const compiler = join(engine, '../../node_modules/.bin/tsc');
  const project = join(engine, 'tsconfig.build.json');
  execFileSync(compiler, ['-p', project, '--outDir', made], { stdio: ['ignore', 'inherit', 'inherit'] });
  for (const file of globSync('facts/shell/commands/*.js', { cwd: made })) stripExamples(join(made, file));
  await joinModules({
    dist: made,
    chunks: { decide: ['decision/decide-call', 'policy/compile-policy'], engine: ['index', ...alsoLoaded] },
    inline: ['unbash'],
  });
  rmSync(dist, { recursive: true, force: true });
  renameSync(made, dist);
}

function newest(folder: string): number {
  const times = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (name) => statSync(join(folder, name)).mtimeMs,
  );
  return Math.max(0, ...times);
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
    const isExamples = node.type === 'Property' && node.key?.name === 'examples';
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
