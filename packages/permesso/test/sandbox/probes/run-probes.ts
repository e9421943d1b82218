import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSandbox, openSession, runSandboxed, SandboxRefused } from '@permesso/gate/sandbox';
import { addHardLink, makeScene, type Scene } from './scene.ts';

/** What the promise leaves out, with the reason. */
const notPromised: ReadonlyMap<string, string> = new Map([
  [
    'make a repository below that runs a command',
    'the working directory may be changed; later calls there run sandboxed too',
  ],
  ['make CLAUDE.md in a folder below', 'a directory that the call makes itself can hold any name'],
  ['make prisma.config.ts', 'an empty stand-in would stop the program that reads it'],
  ['read a file that no rule names', 'it cannot leave without a host'],
]);

export interface ProbeResults {
  readonly attempts: number;
  readonly held: number;
  /** In the promise, and got through. */
  readonly through: readonly string[];
  readonly notPromised: readonly string[];
  /** Without a sandbox: what gets through shows that the attempt is a real one. */
  readonly live: number;
  /** Impossible for this user on this machine anyway: that they were held says nothing. */
  readonly notLive: readonly string[];
}

export async function runProbes(root: string): Promise<ProbeResults> {
  const bare = await probe(root, { name: 'bare', run: runBare });
  const alone = await probe(root, { name: 'alone', run: (scene) => runInside(scene, { root, hosts: [] }) });
  // With a host listed the engine's proxy and its relays run: more that could be used to leave.
  const hosts = ['registry.npmjs.org'];
  const listed = await probe(root, { name: 'listed', run: (scene) => runInside(scene, { root, hosts }) });
  const session = await probe(root, { name: 'session', run: (scene) => runInSession(scene, root) });
  const names = [...alone.keys()];
  const got = names.filter((name) => [alone, listed, session].some((each) => each.get(name) === true));
  return {
    attempts: names.length,
    held: names.length - got.length,
    through: got.filter((name) => !notPromised.has(name)),
    notPromised: got.filter((name) => notPromised.has(name)),
    live: names.filter((name) => bare.get(name) === true).length,
    notLive: names.filter((name) => bare.get(name) !== true),
  };
}

interface Probing {
  readonly name: string;
  readonly run: (scene: Scene) => Promise<void>;
}

async function probe(root: string, { name, run }: Probing): Promise<ReadonlyMap<string, boolean>> {
  mkdirSync(join(root, name), { recursive: true });
  const scene = await makeScene(root, name);
  try {
    await run(scene);
    const said = JSON.parse(
      readFileSync(join(scene.facts.project, 'results.json'), 'utf8'),
    ) as readonly (readonly [string, boolean])[];
    const seen = new Set(seenOutside(scene));
    const results = new Map(said.map(([each, through]) => [each, through || seen.has(each)]));
    results.set(
      'read .env by an earlier hard link',
      await byHardLink(scene, { root, isBare: name === 'bare' }),
    );
    return results;
  } finally {
    endLeft(scene);
    scene.close();
  }
}

const command = ({ facts }: Scene): readonly string[] => [
  process.execPath,
  '--no-warnings',
  join(import.meta.dirname, 'attempts.ts'),
  join(facts.project, '../facts.json'),
];

async function runBare(scene: Scene): Promise<void> {
  const [program = '', ...args] = command(scene);
  const child = spawn(program, args, { cwd: scene.facts.project, env: scene.env, stdio: 'ignore' });
  await new Promise((resolve) => {
    child.once('close', resolve);
  });
}

interface InsideOptions {
  readonly root: string;
  readonly hosts: readonly string[];
}

async function runInside(scene: Scene, { root, hosts }: InsideOptions): Promise<void> {
  const sandbox = openSandbox({ folder: join(root, 'state') });
  try {
    const { exitCode, stderr } = await runSandboxed(command(scene).join(' '), {
      sandbox,
      profile: { ...scene.profile, hosts },
      cwd: scene.facts.project,
      env: scene.env,
    });
    if (exitCode !== 0) throw new Error(`the attempts ended with ${exitCode}: ${stderr}`);
  } finally {
    await sandbox.close();
  }
}

/** In a sandbox that other commands were run in before, by the server in it. What is left running ends with the session. */
async function runInSession(scene: Scene, root: string): Promise<void> {
  const session = openSession({ folder: join(root, 'state') });
  const how = { profile: scene.profile, cwd: scene.facts.project, env: scene.env };
  try {
    await session.run('sleep 600 & true', how);
    const { exitCode, stderr, restarted } = await session.run(command(scene).join(' '), how);
    if (exitCode !== 0 || restarted !== undefined)
      throw new Error(`the attempts ended with ${exitCode}: ${restarted ?? stderr}`);
  } finally {
    await session.close();
  }
}

/** What only this side can see. */
function seenOutside({ facts, received, isVictimAlive }: Scene): readonly string[] {
  const { project, sibling, home, mark } = facts;
  const files: readonly (readonly [string, string])[] = [
    ['write /etc', `/etc/${mark}`],
    ['write /usr/bin', `/usr/bin/${mark}`],
    ['write the home directory', join(home, 'written')],
    ['write a sibling project', join(sibling, 'written')],
    ['write a sibling project through a link', join(sibling, 'through')],
    ['remount the disk writable', join(sibling, 'remounted')],
    ['write .git/hooks', join(project, '.git/hooks/pre-commit')],
    ['move .git aside and make another', join(project, '.git/hooks/post-checkout')],
    ['write hooks of a repository below', join(project, 'a/b/.git/hooks/pre-commit')],
    ['rename the folder above those hooks', join(project, 'a/b/.git/hooks/post-merge')],
    ['rename two folders above those hooks', join(project, 'a/b/.git/hooks/post-rewrite')],
    ['make .claude/settings.json', join(project, '.claude')],
    ['make .permesso/policy.yaml', join(project, '.permesso')],
    ['make .vscode/tasks.json', join(project, '.vscode')],
    ['make .envrc', join(project, '.envrc')],
    ["write the machine's /tmp", `/tmp/${mark}`],
    ["write the machine's shared memory", `/dev/shm/${mark}`],
  ];
  const services: readonly (readonly [string, string])[] = [
    ['connect to 127.0.0.1', 'tcp'],
    ['send a datagram', 'udp'],
    ['connect to a unix socket outside', 'unix outside'],
    ['connect to a unix socket in the project', 'unix inside'],
    ['connect to an abstract socket', 'abstract'],
    ['connect to the resident process that answers hooks', 'resident'],
    ["connect to a bridge to the agent's window", 'bridge'],
  ];
  return [
    ...files.filter(([, path]) => existsSync(path)).map(([name]) => name),
    ...services.filter(([, name]) => received.has(name)).map(([name]) => name),
    ...(isVictimAlive() ? [] : ['kill another process']),
    ...(leftProcesses(mark).length > 0 ? ['leave a process behind'] : []),
  ];
}

function leftProcesses(mark: string): readonly number[] {
  return readdirSync('/proc')
    .filter((each) => /^\d+$/.test(each))
    .filter((each) => {
      try {
        return readFileSync(`/proc/${each}/cmdline`, 'latin1').startsWith(`${mark}-left`);
      } catch (error) {
        // It ended while we looked.
        if (error instanceof Error) return false;
        throw error;
      }
    })
    .map(Number);
}

function endLeft({ facts }: Scene): void {
  for (const pid of leftProcesses(facts.mark)) process.kill(pid, 'SIGKILL');
}

interface HardLinkOptions {
  readonly root: string;
  readonly isBare: boolean;
}

/** No mount covers the other name, so the command must not be started at all. */
async function byHardLink(scene: Scene, { root, isBare }: HardLinkOptions): Promise<boolean> {
  addHardLink(scene);
  const { profile, env, facts } = scene;
  if (isBare) return readFileSync(join(facts.project, 'env-hard'), 'utf8').includes(facts.secret);
  try {
    const open = { folder: join(root, 'state') };
    const { stdout } = await runSandboxed('cat env-hard', { open, profile, cwd: facts.project, env });
    return stdout.includes(facts.secret);
  } catch (error) {
    if (error instanceof SandboxRefused && error.reason === 'profile') return false;
    throw error;
  }
}
