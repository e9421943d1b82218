import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

const here = import.meta.dirname;
const repository = join(here, '../..');

export const bin: string = join(repository, 'node_modules/.bin');

/** Which SDKs are installed together. What is not openly licensed is installed only where somebody asks for it. */
const sdksOf = {
  open: ['ai-sdk', 'openai-agents', 'langchain', 'mastra', 'plain-functions', 'telemetry', 'web-chat'],
  proprietary: ['claude-agent-sdk', 'copilot-sdk'],
} as const;

export type Group = keyof typeof sdksOf;

const otherGroup = { open: 'proprietary', proprietary: 'open' } as const;

/** A folder named after the lock file: another pin is another folder. Not below `node_modules`: Node runs no types there. */
export function install(group: Group): string {
  const cache = process.env['PERMESSO_CACHE'] ?? join(repository, '.cache');
  const lock = readFileSync(join(here, group, 'package-lock.json'));
  const folder = join(cache, `sdks-${group}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
  if (existsSync(join(folder, 'installed'))) return folder;
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(join(here, group, file), join(folder, file));
  // The pins of the lock file; `npm ci` refuses one without the packages of other platforms, which no registry need have.
  const { status } = spawnSync('npm', ['install', '--ignore-scripts', '--no-fund', '--no-audit'], {
    cwd: folder,
    stdio: 'inherit',
    timeout: 10 * 60_000,
  });
  if (status !== 0) throw new Error(`the ${group} SDKs could not be installed`);
  writeFileSync(join(folder, 'installed'), '');
  return folder;
}

/** What the fake model is made of. */
const model = ['packages/permesso/src/canary/model', 'packages/engine/src/call/is-record.ts'];

/** Tests, examples and our own package beside the SDKs, laid out as in the repository. */
export function stage(folder: string, group: Group): void {
  for (const name of ['host-tests', 'examples', 'packages'])
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 20 });
  for (const name of ['host-tests/fake-model', ...model, 'host-tests/sdks', 'examples/sdks'])
    cpSync(join(repository, name), join(folder, name), { recursive: true });
  for (const sdk of sdksOf[otherGroup[group]]) {
    rmSync(join(folder, 'host-tests/sdks', sdk), { recursive: true, force: true, maxRetries: 20 });
    for (const example of [sdk, `${sdk}.ts`])
      rmSync(join(folder, 'examples/sdks', example), { recursive: true, force: true, maxRetries: 20 });
  }
  for (const file of ['tsconfig.json', 'vitest.config.ts']) cpSync(join(here, file), join(folder, file));
  for (const name of ['vitest', 'typescript', '@types/node', 'rolldown', 'playwright-core'])
    link(name, folder);
  stagePackage('engine', join(folder, 'node_modules/@permesso/engine'));
  stagePackage('protocol', join(folder, 'node_modules/@permesso/protocol'));
  stagePackage('gate', join(folder, 'node_modules/@permesso/gate'));
}

/** Built into its own place: a build elsewhere begins by removing what others may be using. */
function stagePackage(name: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const source = `packages/${name}`;
  const manifest = JSON.parse(readFileSync(join(repository, source, 'package.json'), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly devDependencies?: Readonly<Record<string, string>>;
    readonly peerDependencies?: Readonly<Record<string, string>>;
  };
  // A peer is the app's own: hooks of a second React are not one of the page's.
  const peers = Object.keys(manifest.peerDependencies ?? {}).flatMap((peer) => [peer, `@types/${peer}`]);
  cpSync(join(repository, source, 'package.json'), join(folder, 'package.json'));
  // What the published package brings in its own files is beside it here.
  for (const needed of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }))
    if (!needed.startsWith('@permesso/') && !peers.includes(needed)) link(needed, folder);
  const built = join(folder, 'dist.new');
  rmSync(built, { recursive: true, force: true, maxRetries: 20 });
  const build = ['-p', `${source}/tsconfig.build.json`, '--outDir', built, '--noCheck'];
  // Types are checked by `npm run types`; here it counts what was made.
  spawnSync(join(bin, 'tsc'), build, { cwd: repository, stdio: 'inherit', timeout: 120_000 });
  if (!existsSync(built)) throw new Error(`${source} could not be built`);
  rmSync(join(folder, 'dist'), { recursive: true, force: true, maxRetries: 20 });
  renameSync(built, join(folder, 'dist'));
}

function link(name: string, folder: string): void {
  const place = join(folder, 'node_modules', name);
  if (existsSync(place)) return;
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(repository, 'node_modules', name), place);
}
