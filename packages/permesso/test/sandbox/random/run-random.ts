import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { openSandbox, runSandboxed, type Sandbox, type SandboxProfile } from '@permesso/gate/sandbox';
import { makeScene, type Scene } from '../probes/scene.ts';
import { randomPrograms } from './programs.ts';

export interface RandomOptions {
  readonly programs: number;
  readonly seed: number;
  readonly say?: (line: string) => void;
}

export interface RandomResults {
  readonly programs: number;
  readonly operations: number;
  /** Each with the seed of its batch. */
  readonly failures: readonly string[];
  /** A wider profile on purpose: what this program found there, so it can find. */
  readonly controls: readonly string[];
}

const batch = 50;

export async function runRandom(
  root: string,
  { programs, seed, say }: RandomOptions,
): Promise<RandomResults> {
  const sandbox = openSandbox({ folder: join(root, 'state') });
  const failures: string[] = [];
  let operations = 0;
  let done = 0;
  try {
    for (let at = seed; done < programs; at++) {
      const count = Math.min(batch, programs - done);
      const result = await runBatch(root, { sandbox, seed: at, count, widen: (profile) => profile });
      failures.push(...result.found.map((what) => `seed ${at}: ${what}`));
      operations += result.operations;
      done += count;
      if (done % 1000 === 0) say?.(`${done} programs, ${failures.length} failures`);
    }
    return { programs: done, operations, failures, controls: await control(root, { sandbox, seed }) };
  } finally {
    await sandbox.close();
  }
}

interface Controlling {
  readonly sandbox: Sandbox;
  readonly seed: number;
}

/** The same with holes in the profile: a sibling that may be written, a secret that may be read, a place that is not protected. */
async function control(root: string, { sandbox, seed }: Controlling): Promise<readonly string[]> {
  const found = new Set<string>();
  const widen = (profile: SandboxProfile, { facts }: Scene): SandboxProfile => ({
    ...profile,
    writable: [...profile.writable, facts.sibling],
    readOnly: [],
    hidden: [],
  });
  for (let at = seed; at < seed + 4; at++) {
    const result = await runBatch(root, { sandbox, seed: at, count: batch, widen });
    for (const what of result.found) found.add(what);
  }
  return [...found];
}

interface Batch {
  readonly sandbox: Sandbox;
  readonly seed: number;
  readonly count: number;
  readonly widen: (profile: SandboxProfile, scene: Scene) => SandboxProfile;
}

async function runBatch(
  root: string,
  { sandbox, seed, count, widen }: Batch,
): Promise<{ readonly found: readonly string[]; readonly operations: number }> {
  const name = `batch-${seed}`;
  mkdirSync(join(root, name));
  const scene = await makeScene(root, name);
  const { facts, env } = scene;
  try {
    const programs = randomPrograms(seed, {
      count,
      targets: {
        project: facts.project,
        outside: [
          join(facts.sibling, 'new'),
          join(facts.sibling, 'secret.txt'),
          join(facts.home, 'new'),
          facts.sibling,
        ],
        protectedNames: [
          '.git',
          '.git/config',
          '.git/hooks/x',
          'a/b/.git/hooks/x',
          '.claude/x',
          '.envrc',
          'a/b',
          'a',
        ],
        hidden: [join(facts.project, '.env'), join(facts.home, '.ssh/key'), join(facts.home, '.ssh')],
      },
    });
    // The sibling's own secret may be read: no rule names it.
    writeFileSync(join(facts.sibling, 'secret.txt'), 'public');
    const file = join(root, name, 'programs.json');
    writeFileSync(file, JSON.stringify(programs));
    const before = outside(scene);
    const line = [
      process.execPath,
      '--no-warnings',
      join(import.meta.dirname, 'interpreter.ts'),
      file,
      join(root, name, 'facts.json'),
    ];
    const ran = await runSandboxed(`rm -f /tmp/ended; ${line.join(' ')}; test -e /tmp/ended`, {
      sandbox,
      profile: widen(scene.profile, scene),
      cwd: facts.project,
      env,
    });
    // The working directory is theirs: they may have closed it to its owner.
    for (const path of ['', 'a', 'a/b']) openAgain(join(facts.project, path));
    const after = outside(scene);
    return {
      operations: programs.reduce((sum, program) => sum + program.length, 0),
      found: [
        ...(ran.exitCode === 0
          ? []
          : [`did not come to its end (${ran.exitCode}): ${ran.stderr.slice(0, 200)}`]),
        ...differences(before, after),
        ...(`${ran.stdout}${ran.stderr}`.includes(facts.secret) ? ['hidden bytes in the output'] : []),
        ...(holds(facts.project, { secret: facts.secret, except: join(facts.project, '.env') })
          ? ['hidden bytes in a file of the project']
          : []),
        ...[...scene.received].map((service) => `reached: ${service}`),
        ...(scene.isVictimAlive() ? [] : ['killed a process outside']),
      ],
    };
  } finally {
    scene.close();
    makeRemovable(join(root, name));
    rmSync(join(root, name), { recursive: true, force: true, maxRetries: 20 });
  }
}

/** Everything that a command must leave alone: outside, and the protected places inside. */
function outside({ facts, profile }: Scene): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of [
    facts.home,
    facts.sibling,
    facts.unixOutside,
    join(facts.project, '.env'),
    ...profile.readOnly,
  ])
    record(path, found);
  for (const path of [`/tmp/${facts.mark}`, '/tmp/ended'])
    found.set(path, existsSync(path) ? 'there' : 'not there');
  return found;
}

function record(path: string, found: Map<string, string>): void {
  try {
    look(path, found);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    found.set(path, `unreadable: ${error.message}`);
  }
}

function look(path: string, found: Map<string, string>): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) {
    found.set(path, 'not there');
    return;
  }
  const kind = stat.isDirectory()
    ? 'directory'
    : stat.isSymbolicLink()
      ? readlinkSync(path)
      : stat.isFile()
        ? digest(path)
        : 'special';
  found.set(path, `${stat.mode} ${stat.uid} ${stat.nlink} ${kind}`);
  if (stat.isDirectory()) for (const name of readdirSync(path)) record(join(path, name), found);
}

function digest(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function differences(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const all = new Set([...before.keys(), ...after.keys()]);
  return [...all]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => `changed: ${path.replace(/.*batch-\d+\//, '')}`);
}

interface Search {
  readonly secret: string;
  readonly except: string;
}

function holds(path: string, search: Search): boolean {
  if (path === search.except) return false;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) {
    if ((stat.mode & 0o700) !== 0o700) chmodSync(path, 0o700);
    return readdirSync(path).some((name) => holds(join(path, name), search));
  }
  if (stat?.isFile() !== true) return false;
  if ((stat.mode & 0o400) === 0) chmodSync(path, 0o600);
  return readFileSync(path, 'latin1').includes(search.secret);
}

function openAgain(path: string): void {
  if (existsSync(path) && lstatSync(path).isDirectory()) chmodSync(path, 0o755);
}

function makeRemovable(path: string): void {
  if (lstatSync(path).isDirectory()) {
    chmodSync(path, 0o700);
    for (const name of readdirSync(path)) makeRemovable(join(path, name));
  }
}
