import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { layersFrom, createGate, type Gate } from '@permesso/gate/gate';
import {
  findSandbox,
  openSandbox,
  runSandboxed,
  type Sandbox,
  type SandboxFact,
} from '@permesso/gate/sandbox';
import { readWorld } from '@permesso/gate/world';
import type { World } from '@permesso/engine/world';
import { projectGroups } from '@permesso/gate/disk';
import { runThrownAway } from '../throw-away.ts';
import { obeyingCommands, programsIn, readCommands, type CorpusCommand } from './corpus-commands.ts';
import { plantedDirectories, plants, type Plant } from './plants.ts';

export interface TwoCallsOptions {
  readonly files: readonly string[];
  /** Of the commands, every so many-th. */
  readonly every: number;
  /** Where the programs of bare commands come from. */
  readonly root: string;
  readonly say?: (line: string) => void;
}

export interface TwoCallsResults {
  readonly commands: number;
  readonly planted: number;
  readonly refusedPlants: number;
  /** Allowed to run without a sandbox after the planting. */
  readonly bare: number;
  readonly sandboxed: number;
  /** Of the sandboxed ones, those that were run, and those of them that ran planted code. */
  readonly ranInside: number;
  readonly ranPlanted: number;
  /** Allowed commands that left a mark outside. */
  readonly escaped: readonly string[];
  /** Without the rule that allowed commands run sandboxed too: those that leave a mark outside. */
  readonly control: number;
  readonly controlled: number;
}

interface Places {
  readonly home: string;
  readonly project: string;
  readonly outside: string;
  readonly marks: string;
  readonly runs: string;
}

/** A first call plants, a second one is allowed: wherever that one may run bare, it runs bare, and no mark may appear outside. */
export async function runTwoCalls(place: string, options: TwoCallsOptions): Promise<TwoCallsResults> {
  const { say = () => {} } = options;
  const home = join(place, 'home');
  const places: Places = {
    home,
    project: join(home, 'project'),
    outside: join(place, 'outside'),
    marks: join(home, 'project/marks'),
    runs: join(place, 'runs'),
  };
  for (const path of [places.project, places.outside, places.marks, places.runs])
    mkdirSync(path, { recursive: true });
  makeRepository(places.project);
  const all = readCommands(options.files, places);
  const commands = [...obeyingCommands, ...all.filter((_, at) => at % options.every === 0)];
  const fact = await findSandbox();
  if (!fact.proven) throw new Error(`no sandbox: ${fact.whyNot}`);
  const sandbox = openSandbox();
  try {
    const list = plants({
      marks: { outside: places.outside, inside: places.marks },
      ...programsIn(commands),
    });
    const gate = (text: string): Gate => gateWith(text, { places, sandbox: fact });
    const failed = await plant(list, { sandbox, gate, places });
    // Nothing changes while they are decided: one look at the disk is enough, and the profile is derived where one runs.
    const world: World = { ...readWorld({ root: places.project }), isRecorded: true };
    const { bare, inside, freed } = sort(commands, {
      places,
      gate: (text) => gateWith(text, { places, sandbox: fact, world }),
    });
    say(`${list.length - failed} files planted; ${bare.size} bare, ${inside.size} sandboxed`);
    const escaped = await runBare([...bare.values()], { places, options });
    const isObeying = (line: string): boolean =>
      obeyingCommands.some(({ command }) => line.endsWith(command));
    for (const line of bare.keys()) if (isObeying(line)) escaped.push(`${line}: allowed without a sandbox`);
    for (const each of escaped) say(`ESCAPED: ${JSON.stringify(each)}`);
    const controlled = spread([...freed.values()], mostControlled);
    const control = await runBare(controlled, { places, options });
    const obeying = [...freed.values()].filter(({ command }) => isObeying(command));
    // Their programs load more than a hundred files before the one of the directory.
    const obeyed = await runBare(obeying, { places, options, seconds: 30 });
    say(
      `of ${obeying.length} that look as if they only printed, ${obeyed.length} leave a mark bare: ${obeyed.join(', ')}`,
    );
    const insideCalls = [...inside.values()];
    const ranPlanted = await runInside(insideCalls, { sandbox, places });
    if (readdirSync(places.outside).length > 0) escaped.push('a sandboxed call');
    return {
      commands: commands.length,
      planted: list.length - failed,
      refusedPlants: failed,
      bare: bare.size,
      sandboxed: inside.size,
      ranInside: spread(insideCalls, mostInside).length,
      ranPlanted,
      escaped,
      control: control.length,
      controlled: controlled.length,
    };
  } finally {
    await sandbox.close();
  }
}

/** What runs sandboxed is tried by other programs; here it is enough to see that planted code runs there. */
const mostInside = 24;
const mostControlled = 200;

function spread<T>(list: readonly T[], most: number): readonly T[] {
  return list.filter((_, at) => at % Math.ceil(list.length / most) === 0);
}

function makeRepository(project: string): void {
  const git = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync('git', args, { cwd: project, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  };
  git('init', '-q', '-b', 'main');
  rmSync(join(project, '.git/hooks'), { recursive: true, maxRetries: 20 });
  writeFileSync(join(project, 'README.md'), 'x\n');
  git('add', 'README.md');
  git('-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '-q', '-m', 'x');
}

type MakeGate = (text: string) => Gate;

interface GateOptions {
  readonly places: Places;
  readonly sandbox: SandboxFact;
  readonly world?: World;
}

/** A policy of text as a person writes it, on this machine as it is now or as it was seen. */
function gateWith(text: string, { places: { home, project }, sandbox, world }: GateOptions): Gate {
  const source = { layer: 'user' as const, file: 'policy.yaml', root: project, text };
  const { layers, problems } = layersFrom(source, { trust: { file: '', projects: [] }, home });
  const [problem] = problems;
  if (problem !== undefined) throw new Error(`${text}: ${problem.message}`);
  return createGate({ policy: layers, sandbox, world: () => world ?? readWorld({ root: project }) });
}

interface Planting {
  readonly sandbox: Sandbox;
  readonly gate: MakeGate;
  readonly places: Places;
}

/** By a script that runs sandboxed, then by edits, as far as each is allowed. How many files neither could write. */
async function plant(list: readonly Plant[], { sandbox, gate, places }: Planting): Promise<number> {
  const { project } = places;
  writeFileSync(join(project, 'plants.json'), JSON.stringify(list));
  writeFileSync(join(project, 'plant.py'), planter);
  const command = 'python3 plant.py';
  const { verdict, sandbox: obligation } = await gate('sandbox: on\n').check({
    tool: 'Bash',
    input: { command },
    cwd: project,
  });
  if (verdict !== 'allow' || obligation === undefined) throw new Error('the script is not allowed sandboxed');
  const { exitCode, stderr } = await runSandboxed(command, {
    sandbox,
    profile: obligation.profile,
    profileDigest: obligation.digest,
    cwd: project,
  });
  if (exitCode !== 0) throw new Error(`planting ended with ${exitCode}: ${stderr}`);
  const editing = gate('mode: acceptEdits\nuse: [balanced]\nsandbox: on\n');
  const left = list.filter(({ path }) => !existsSync(join(project, path)));
  const refused = left.filter(({ path, text, isProgram }) => {
    const file = join(project, path);
    const call = { tool: 'Write', input: { file_path: file, content: text }, cwd: project };
    if (editing.explain(call).decision.verdict !== 'allow') return true;
    if (isBelowFile(file)) return true;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: isProgram === true ? 0o755 : 0o644 });
    return false;
  });
  return refused.length;
}

/** Another planted file bears the name of one of its directories. */
function isBelowFile(file: string): boolean {
  const above = dirname(file);
  if (existsSync(above)) return !statSync(above).isDirectory();
  return isBelowFile(above);
}

const planter = `import json, os
for plant in json.load(open('plants.json')):
    path = plant['path']
    try:
        os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
        with open(path, 'w') as file: file.write(plant['text'])
        if plant.get('isProgram'): os.chmod(path, 0o755)
    except OSError: pass
`;

interface Sorted {
  /** By command line: an allowed run without a sandbox. */
  readonly bare: ReadonlyMap<string, Call>;
  readonly inside: ReadonlyMap<string, Call>;
  /** Allowed by a rule, and sandboxed only because a rule is not enough. */
  readonly freed: ReadonlyMap<string, Call>;
}

interface Call {
  readonly command: string;
}

const every = `use: [balanced, ${projectGroups.join(', ')}]\n`;
/** The usual policy with the code of the project trusted, and one that allows every command. */
const policies = [`mode: acceptEdits\n${every}`, 'mode: acceptEdits\nallow: [Bash]\n'];

function sort(
  commands: readonly CorpusCommand[],
  { gate, places }: { gate: MakeGate; places: Places },
): Sorted {
  const bare = new Map<string, Call>();
  const inside = new Map<string, Call>();
  const freed = new Map<string, Call>();
  const usual = policies.map((text) => ({ on: gate(`${text}sandbox: on\n`), off: gate(text) }));
  const decide = (command: string, { on, off }: { readonly on: Gate; readonly off: Gate }): void => {
    const call = { tool: 'Bash', input: { command }, cwd: places.project };
    const { verdict, sandbox } = on.explain(call).decision;
    if (verdict !== 'allow') return;
    if (sandbox === undefined) bare.set(command, { command });
    else {
      inside.set(command, { command });
      if (off.explain(call).decision.verdict === 'allow') freed.set(command, { command });
    }
  };
  for (const one of commands) {
    const own = ownGates(one, gate);
    if (own !== undefined) decide(one.command, own);
    for (const directory of plantedDirectories)
      for (const each of usual)
        decide(directory === '' ? one.command : `cd ${directory} && ${one.command}`, each);
  }
  for (const command of bare.keys()) inside.delete(command);
  return { bare, inside, freed };
}

/** Nothing where the case has a rule that no policy can hold, or a mode in which no sandbox is promised. */
function ownGates(
  { rules, mode }: CorpusCommand,
  gate: MakeGate,
): { readonly on: Gate; readonly off: Gate } | undefined {
  if (mode === undefined || mode === 'bypass') return undefined;
  const text = `${JSON.stringify({ mode, ...rules })}\n`;
  try {
    return { on: gate(text.replace('{', '{"sandbox":"on",')), off: gate(text) };
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

interface BareRun {
  readonly places: Places;
  readonly options: TwoCallsOptions;
  readonly seconds?: number;
}

/** Each in a copy of the home directory. The commands after which a mark stood outside. */
async function runBare(calls: readonly Call[], { places, options, seconds = 3 }: BareRun): Promise<string[]> {
  const escaped: string[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < calls.length; at = next++) {
      const command = calls[at]?.command ?? '';
      const outside = join(places.runs, `${at}-outside`);
      const scratch = join(places.runs, `${at}-scratch`);
      for (const path of [outside, scratch]) mkdirSync(path);
      const { stderr } = await runThrownAway(command, {
        root: options.root,
        copied: places.home,
        scratch,
        shared: { at: places.outside, from: outside },
        cwd: places.project,
        env: { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/npm/bin', HOME: places.home, LANG: 'C.UTF-8' },
        seconds,
      });
      const isOurs = !/\b(?:bwrap|mount|unshare)\b/.test(command);
      if (isOurs && /^(?:bwrap|mount|unshare): /m.test(stderr)) throw new Error(`not run: ${stderr}`);
      if (readdirSync(outside).length > 0) escaped.push(command);
      for (const path of [outside, scratch]) rmSync(path, { recursive: true, maxRetries: 20 });
      if (at % 500 === 499) options.say?.(`${at + 1} of ${calls.length} run`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return escaped;
}

/** Really sandboxed, in the real project: how many of them ran planted code. */
async function runInside(
  calls: readonly Call[],
  { sandbox, places }: Omit<Planting, 'gate'>,
): Promise<number> {
  const { project, marks } = places;
  // Hundreds of planted names are protected, and each is a mount; that those hold is not the question here.
  const profile = {
    writable: [project],
    readOnly: [join(project, '.git')],
    hidden: [],
    hosts: [],
    environment: ['PATH'],
  };
  let ran = 0;
  for (const { command } of spread(calls, mostInside)) {
    await runSandboxed(command, { sandbox, profile, cwd: project, signal: AbortSignal.timeout(20_000) });
    const left = readdirSync(marks);
    if (left.length > 0) ran++;
    for (const name of left) rmSync(join(marks, name));
  }
  return ran;
}
