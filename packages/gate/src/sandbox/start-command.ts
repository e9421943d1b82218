import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { statSync, readdirSync, readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { planProblem } from './plan/check-plan.ts';
import { failed } from './engine-client.ts';
import { sandboxEnvironment } from './environment.ts';
import type { LinuxEngine } from './find-engine.ts';
import { keyringFilter } from './keyring-filter.ts';
import { holdPlaces, type Placeholders } from './placeholders.ts';
import { planArgs, readPlan, type Plan } from './plan/plan.ts';
import { planKey, withCommand, withoutCommand } from './plan/plan-cache.ts';
import { badProfile, isAtOrBelow } from './read-profile.ts';
import { readReport } from './report.ts';
import {
  engineConfig,
  temporaryOf,
  whenEnded,
  writablePlaces,
  type SandboxedCommand,
  type SandboxedEnd,
  type StartOptions,
} from './sandboxed-command.ts';
import { startUnderSeatbelt } from './seatbelt/start-seatbelt.ts';
import { errorCode } from '../disk/read-text.ts';

const reportOn = 3;
const filterOn = 4;

export async function startCommand(command: string, options: StartOptions): Promise<SandboxedCommand> {
  if (command.includes('\0')) throw badProfile('the command has a NUL byte');
  const places = await holdPlaces(options.folder, options.prepared.readOnly);
  const { engine } = options;
  return 'seatbelt' in engine
    ? startUnderSeatbelt(command, { options: { ...options, engine }, places })
    : startInBubblewrap(command, { options: { ...options, engine }, places });
}

interface Starting {
  readonly options: LinuxOptions;
  readonly places: Placeholders;
}

type LinuxOptions = StartOptions<LinuxEngine>;

async function startInBubblewrap(command: string, { options, places }: Starting): Promise<SandboxedCommand> {
  const { prepared, scratch } = options;
  let ended: (() => void) | undefined;
  const clean = async (): Promise<void> => {
    ended?.();
    await places.release();
  };
  try {
    const made = await makePlan(command, { options, places: places.places });
    const { plan } = made;
    ({ ended } = made);
    checkPlan(made, { options, places: places.places });
    const args = planArgs(plan, {
      cwd: prepared.cwd,
      reportOn,
      filterOn,
      temporary: temporaryOf(options),
      ...(prepared.scratchAtTmp && { scratchAtTmp: scratch }),
    });
    return await spawnEngine(args, { options, clean });
  } catch (error) {
    await clean();
    throw error;
  }
}

interface MadePlan {
  readonly plan: Plan;
  /** Of the engine that made it now. */
  readonly runFolder?: string;
  readonly ended?: () => void;
}

async function makePlan(command: string, { options, places }: PlanContext): Promise<MadePlan> {
  const { kept, prepared, engine, scratch } = options;
  const key = kept === undefined ? undefined : planKey(prepared, { places, scratch, proof: kept.proof });
  const found = key === undefined ? undefined : kept?.plans.find(key);
  if (found !== undefined) return { plan: withCommand(found, command, engine) };
  const config = engineConfig(options, places);
  const { line, runFolder, ended } = await options.client().wrap({ command, hosts: prepared.hosts, config });
  const plan = readPlan(line, { bubblewrap: engine.bubblewrap });
  if (plan === undefined) {
    ended();
    throw failed('its plan is of a form that Permesso does not know');
  }
  const bare = withoutCommand(plan, command, engine);
  const usesOwn = plan.steps.some(({ values }) => values.some((value) => isAtOrBelow(value, runFolder)));
  if (key !== undefined && bare !== undefined && !usesOwn) kept?.plans.keep(key, bare);
  return { plan, runFolder, ended };
}

interface PlanContext {
  readonly options: LinuxOptions;
  readonly places: readonly string[];
}

function checkPlan({ plan, runFolder }: MadePlan, { options, places }: PlanContext): void {
  const { prepared, engine } = options;
  const problem = planProblem(plan, {
    writable: writablePlaces(options),
    readOnly: places,
    hidden: prepared.hidden,
    ...(runFolder !== undefined && { runFolder }),
    filter: engine.filter,
  });
  if (problem !== undefined) throw failed(problem);
}

interface SpawnContext {
  readonly options: LinuxOptions;
  readonly clean: () => Promise<void>;
}

/** Resolves when bubblewrap says that it started the command; until then nothing of it has run. */
async function spawnEngine(
  args: readonly string[],
  { options, clean }: SpawnContext,
): Promise<SandboxedCommand> {
  const { engine, prepared, env, streams } = options;
  const output = streams === 'watched' ? 'pipe' : streams;
  const stdio: StdioOptions = [streams === 'pipe' ? 'pipe' : 'inherit', output, output, 'pipe', 'pipe'];
  // The proof was for this file: refuse what is not even a program any more.
  if (!statSync(engine.bubblewrap).isFile()) throw failed(`${engine.bubblewrap} is not a program`);
  const [program, ...words] = withoutInherited([engine.bubblewrap, ...args], {
    shell: engine.shell,
    descriptors: inheritedDescriptors(),
  });
  const child = spawn(program, words, {
    cwd: prepared.cwd,
    env: sandboxEnvironment({
      kept: prepared.environment,
      from: env,
      scratch: temporaryOf(options),
    }),
    stdio,
  });
  sendFilter(child);
  const report = listen(child);
  const closed = new Promise<SandboxedEnd>((resolve, reject) => {
    child.once('error', (error) => reject(failed(error.message)));
    child.once('close', (code, signal) => {
      const { exitCode } = readReport(report.text());
      if (exitCode !== undefined) resolve({ exitCode });
      // Bubblewrap was killed, and with it everything inside. Never 0: nobody knows how far the command came.
      else if (report.hasStarted()) resolve({ exitCode: signal === 'SIGTERM' ? 143 : 137 });
      else reject(failed(`bubblewrap ended with ${signal ?? `code ${code}`} before the command began`));
    });
  });
  const ended = whenEnded(closed, clean);
  await Promise.race([report.started, ended]);
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    ended,
    kill: (signal) => {
      const { childPid } = readReport(report.text());
      const inside = signal === 'SIGKILL' || childPid === undefined ? undefined : commandProcess(childPid);
      if (inside === undefined) child.kill('SIGKILL');
      else process.kill(inside, signal);
    },
  };
}

/** Bubblewrap reads it to its end before it starts anything. */
function sendFilter(child: ChildProcess): void {
  const stream = child.stdio[filterOn] as Writable;
  // Where bubblewrap ended before, its exit tells why.
  stream.on('error', () => undefined);
  stream.end(keyringFilter());
}

interface Listening {
  readonly text: () => string;
  readonly hasStarted: () => boolean;
  readonly started: Promise<void>;
}

function listen(child: ChildProcess): Listening {
  let text = '';
  const stream = child.stdio[reportOn] as Readable;
  const hasStarted = (): boolean => readReport(text).childPid !== undefined;
  const started = new Promise<void>((resolve) => {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (hasStarted()) resolve();
    });
  });
  return { text: () => text, hasStarted, started };
}

/**
 * Open files that this process got from the one that started it and would hand on (`exec 200>lock` in a shell). No mount
 * covers an open file, so a command that inherits one could write it. Node closes only those with low numbers.
 */
function inheritedDescriptors(): readonly number[] {
  return readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter((descriptor) => descriptor > 4 && isHandedOn(descriptor));
}

const closedOnExec = 0o2_000_000;

function isHandedOn(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1];
    return flags === undefined || (Number.parseInt(flags, 8) & closedOnExec) === 0;
  } catch (error) {
    // The one that the directory was read with.
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** A command line that closes them and then is the given one. */
function withoutInherited(
  line: readonly [program: string, ...args: string[]],
  { shell, descriptors }: { readonly shell: string; readonly descriptors: readonly number[] },
): readonly [program: string, ...args: string[]] {
  if (descriptors.length === 0) return line;
  const closing = descriptors.map((descriptor) => `${descriptor}>&-`).join(' ');
  return [shell, '-c', `exec ${closing} && exec "$@"`, shell, ...line];
}

/**
 * The process of the command itself. Between it and bubblewrap stand first processes of two nested spaces of process
 * ids, which take no signals; the command is number 2 of the innermost.
 */
function commandProcess(engineChild: number): number | undefined {
  const all = descendants(engineChild).map((pid) => ({ pid, ids: idsOf(pid) }));
  const depth = Math.max(0, ...all.map(({ ids }) => ids.length));
  return all.find(({ ids }) => ids.length === depth && ids.at(-1) === '2')?.pid;
}

function descendants(pid: number): readonly number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim();
  if (children === '') return [];
  return children.split(' ').flatMap((child) => [Number(child), ...descendants(Number(child))]);
}

function idsOf(pid: number): readonly string[] {
  const line = /^NSpid:\s*(.*)$/m.exec(read(`/proc/${pid}/status`))?.[1];
  return line === undefined ? [] : line.split(/\s+/);
}

/** Empty where the process has ended since. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error) return '';
    throw error;
  }
}
