import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { layersFrom, createGate, type Gate } from '@permesso/gate/gate';
import {
  findSandbox,
  openSandbox,
  runSandboxed,
  SandboxRefused,
  type Sandbox,
  type SandboxProfile,
} from '@permesso/gate/sandbox';
import { readWorld } from '@permesso/gate/world';
import { runThrownAway } from '../throw-away.ts';
import { readCommands } from '../two-calls/corpus-commands.ts';
import { scriptsFor } from './scripts.ts';

export interface TracesOptions {
  readonly files: readonly string[];
  readonly count: number;
  readonly say: (line: string) => void;
}

export interface TracesResults {
  readonly ran: number;
  readonly same: number;
  /** Of the same, those that ended with 0. */
  readonly worked: number;
  /** Commands that differ, by why. */
  readonly reasons: ReadonlyMap<string, readonly string[]>;
  readonly wrong: readonly string[];
}

interface Ran {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly notice?: string;
}

interface TracePlaces {
  readonly home: string;
  readonly project: string;
  readonly scratch: string;
}

const seconds = 120;

export async function runTraces(place: string, { files, count, say }: TracesOptions): Promise<TracesResults> {
  const home = join(place, 'home');
  const places: TracePlaces = { home, project: join(home, 'project'), scratch: join(place, 'scratch') };
  const all = readCommands(files, places).map(({ command }) => command);
  const fact = await findSandbox();
  if (!fact.proven) throw new Error(`no sandbox: ${fact.whyNot}`);
  makeProject(places, {});
  const text = 'mode: acceptEdits\nuse: [balanced]\nsandbox: on\n';
  const source = { layer: 'user' as const, file: 'policy.yaml', root: places.project, text };
  const { layers } = layersFrom(source, { trust: { file: '', projects: [] }, home });
  const world = () => ({ ...readWorld({ root: places.project }), sandbox: fact });
  const gate = createGate({ policy: layers, runsSandboxed: true, world });
  const sandboxed = all.filter((command) => decide(gate, command) !== undefined);
  say(`${all.length} commands, ${sandboxed.length} of them sandboxed`);
  const chosen = sandboxed.filter((_, at) => at % Math.max(1, Math.floor(sandboxed.length / count)) === 0);
  const reasons = new Map<string, string[]>();
  const wrong: string[] = [];
  let [ran, same, worked] = [0, 0, 0];
  const sandbox = openSandbox();
  try {
    for (const command of chosen.slice(0, count)) {
      const { outside, again, inside } = await runEach(command, { all, places, gate, sandbox });
      ran += 1;
      if (isSame(outside, inside)) {
        same += 1;
        if (inside.exitCode === 0) worked += 1;
        continue;
      }
      const why = reasonOf({ outside, again, inside });
      if (why === undefined) {
        wrong.push(command);
        say(`DIFFERS: ${JSON.stringify({ command, outside, inside })}`);
      } else reasons.set(why, [...(reasons.get(why) ?? []), command]);
    }
  } finally {
    await sandbox.close();
  }
  return { ran, same, worked, reasons, wrong };
}

interface EachContext {
  readonly all: readonly string[];
  readonly places: TracePlaces;
  readonly gate: Gate;
  readonly sandbox: Sandbox;
}

interface EachRun {
  readonly outside: Ran;
  readonly again: Ran;
  readonly inside: Ran;
}

async function runEach(command: string, { all, places, gate, sandbox }: EachContext): Promise<EachRun> {
  const files = scriptsFor(command, all);
  makeProject(places, files);
  const outside = await runOutside(command, places);
  const again = await runOutside(command, places);
  makeProject(places, files);
  const inside = await runInside(command, { places, profile: decide(gate, command), sandbox });
  return { outside, again, inside };
}

function decide(gate: Gate, command: string): SandboxProfile | undefined {
  return gate.explain({ tool: 'Bash', input: { command } }).decision.sandbox?.profile;
}

function makeProject({ project }: TracePlaces, files: Readonly<Record<string, string>>): void {
  rmSync(project, { recursive: true, force: true, maxRetries: 20 });
  mkdirSync(project, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const path = join(project, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o755 });
  }
}

function environmentIn({ home }: TracePlaces): Record<string, string> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, LANG: 'C.UTF-8' };
}

async function runOutside(command: string, places: TracePlaces): Promise<Ran> {
  const { home, project, scratch } = places;
  mkdirSync(scratch, { recursive: true });
  // As bash names itself inside.
  const env = { ...environmentIn(places), TMPDIR: '/tmp' };
  const ran = await runThrownAway(command, { root: '/', copied: home, scratch, cwd: project, env, seconds });
  const read = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');
  return { exitCode: ran.exitCode, stdout: read(ran.stdout), stderr: read(ran.stderr) };
}

interface InsideContext {
  readonly places: TracePlaces;
  readonly profile: SandboxProfile | undefined;
  readonly sandbox: Sandbox;
}

async function runInside(command: string, { places, profile, sandbox }: InsideContext): Promise<Ran> {
  if (profile === undefined) throw new Error(`not sandboxed any more: ${command}`);
  const stop = AbortSignal.timeout(seconds * 1000);
  try {
    const ran = await runSandboxed(command, {
      sandbox,
      profile,
      cwd: places.project,
      env: environmentIn(places),
      signal: stop,
    });
    return stop.aborted ? { ...ran, exitCode: undefined } : ran;
  } catch (error) {
    if (error instanceof SandboxRefused)
      return { exitCode: 125, stdout: '', stderr: `${error.reason}: ${error.message}` };
    throw error;
  }
}

function isSame(a: Ran, b: Ran): boolean {
  return (
    a.exitCode === b.exitCode && plain(a.stdout) === plain(b.stdout) && plain(a.stderr) === plain(b.stderr)
  );
}

/** Where a shell was started from is no difference of the command. */
function plain(text: string): string {
  return text.replaceAll(/^(?:\/usr)?\/bin\/bash: /gm, 'bash: ');
}

/** Why they may differ; nothing where they must not. */
function reasonOf({ outside, again, inside }: EachRun): string | undefined {
  if (outside.exitCode === undefined && inside.exitCode === undefined)
    return 'it did not end in time, nowhere';
  if (!isSame(outside, again))
    return outside.exitCode === inside.exitCode
      ? 'its output differs from run to run without a sandbox, too; same exit code'
      : undefined;
  if (inside.notice !== undefined) return `the sandbox refused something and said so`;
  const shown = `${outside.stdout}${outside.stderr}${inside.stdout}${inside.stderr}`;
  if (outside.exitCode !== inside.exitCode) return undefined;
  if (/\b(?:PID|TTY|ps: )|\/proc\/|\btotal \d+|drwx|\/dev\/|tmpfs|overlay|mount point/u.test(shown))
    return 'it lists processes, mounts or folders of the place it runs in; same exit code';
  return undefined;
}
