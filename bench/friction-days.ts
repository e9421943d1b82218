import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ToolCall } from '@permesso/engine/call';
import {
  effectsOf,
  isRegenerable,
  isUnder,
  readFacts,
  readingRules,
  shellsNamed,
  toolboxOf,
  toolFor,
} from '@permesso/engine/facts';
import { fixedWorld, type SandboxFact, type World } from '@permesso/engine/world';
import { createGate, type Gate, type GateOptions, layersFrom } from '@permesso/gate/gate';
import { groupsFor } from '@permesso/gate/disk';
import { type GrantStore, memoryGrants } from '@permesso/gate/stores';
import { startedTool } from './known-mcp.ts';
import {
  type DayCall,
  type JudgedCall,
  isWrong,
  listCalls,
  printOnlySandboxed,
  printReport,
  reportOf,
  serversOf,
} from './friction-report.ts';

/** What stands in the project of a day. */
export interface DayProject {
  readonly directory: string;
  readonly files: readonly string[];
  readonly ignored: readonly string[];
  /** `test` of package.json, or `make test`, `just ci`: what it runs. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Of the person; `/home/dev` when absent. */
  readonly home?: string;
  /** As Node names it; Linux when absent. */
  readonly platform?: string;
  /** That runs the commands of the day; bash when absent. */
  readonly shell?: string;
  /** What every other task runs; absent where there is none. */
  readonly otherTasks?: string;
}

const usualHome = '/home/dev';

interface DaySandbox {
  readonly hosts: string | undefined;
  readonly isSession: boolean;
  /** `on` as the preset says; `off` keeps nothing. */
  readonly keep: string;
}

export async function frictionOfDays(argv: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      days: { type: 'boolean' },
      projects: { type: 'string' },
      json: { type: 'boolean' },
      list: { type: 'string' },
      sandbox: { type: 'string' },
      session: { type: 'boolean', default: false },
      shell: { type: 'string' },
      tasks: { type: 'string', default: 'named' },
      mcp: { type: 'string', default: 'unknown' },
      after: { type: 'string' },
      rung: { type: 'string', default: 'widest' },
      keep: { type: 'string', default: 'on' },
      'only-sandboxed': { type: 'boolean', default: false },
    },
  });
  const { shell } = values;
  if (shell !== undefined && shell !== 'unknown' && shellsNamed(shell) === undefined)
    throw new Error(`--shell ${shell}: bash, zsh, sh, dash, busybox, mksh or unknown`);
  const written = JSON.parse(readFileSync(values.projects ?? '', 'utf8')) as Record<string, DayProject>;
  const projects = Object.fromEntries(
    Object.entries(written).map(([name, project]) => [name, withTasks(project, values.tasks)]),
  );
  const how = { hosts: values.sandbox, isSession: values.session, keep: values.keep, shell, mcp: values.mcp };
  const grants = memoryGrants();
  const answering = { grants, rung: values.rung === 'second' ? 1 : Infinity };
  if (values.after !== undefined) await judgeDay(values.after, projects, { ...how, answering });
  const judged: JudgedCall[] = [];
  for (const file of positionals) judged.push(...(await judgeDay(file, projects, { ...how, grants })));
  if (values['only-sandboxed']) {
    const bare: JudgedCall[] = [];
    for (const file of positionals)
      bare.push(...(await judgeDay(file, projects, { ...how, hosts: undefined, grants })));
    return console.log(printOnlySandboxed(judged, bare));
  }
  if (values.list !== undefined) return console.log(listCalls(judged, values.list));
  const unkept: JudgedCall[] = [];
  for (const file of how.keep === 'off' ? [] : positionals)
    unkept.push(...(await judgeDay(file, projects, { ...how, keep: 'off', grants })));
  const report = reportOf(judged, unkept);
  console.log(values.json === true ? JSON.stringify(report) : printReport(report));
}

/** Keeps, for the project, the rung of each needless question, or the widest below it; what is not to last is allowed once. */
function answerAt(rung: number): NonNullable<GateOptions['approver']> {
  return async ({ decision: { suggestions }, scopes }) => {
    const { rules } = suggestions[Math.min(rung, suggestions.length - 1)] ?? {};
    const lasts = rules !== undefined && scopes.includes('project');
    return lasts ? { verdict: 'allow', scope: 'project', rules } : { verdict: 'allow' };
  };
}

/**
 * `named`: the tasks that the file of projects names. `present`: every other task that a call names is there, too, and does nothing
 * that shows. `absent`: no task can be read.
 */
function withTasks(project: DayProject, tasks: string): DayProject {
  if (tasks === 'absent') return { ...project, scripts: {} };
  return tasks === 'present' ? { ...project, otherTasks: 'true' } : project;
}

/** A day is one session: what was read before counts. */
async function judgeDay(
  file: string,
  projects: Readonly<Record<string, DayProject>>,
  {
    shell: wanted,
    answering,
    grants = answering?.grants,
    mcp,
    ...sandbox
  }: DaySandbox & {
    readonly shell: string | undefined;
    /** `known`: servers that rows describe were started by the gateway, from the packages of those rows. */
    readonly mcp: string;
    /** Answers of an earlier day. */
    readonly grants?: GrantStore;
    /** What of this day is answered, and where that is kept. */
    readonly answering?: { readonly grants: GrantStore; readonly rung: number };
  },
): Promise<readonly JudgedCall[]> {
  const calls = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as DayCall);
  const gates = new Map<string, Gate>();
  const ranInside = new Map<string, string[]>();
  const judged: JudgedCall[] = [];
  for (const call of calls) {
    const project = projectOf(projects, call.day, file);
    const unapproved = ranInside.get(call.day) ?? [];
    ranInside.set(call.day, unapproved);
    const gate =
      gates.get(call.day) ??
      gateFor(project, {
        calls,
        sandbox,
        unapproved,
        grants,
        approver: answering === undefined ? undefined : answerAt(answering.rung),
      });
    gates.set(call.day, gate);
    const made = toolCallOf(call, { shell: wanted ?? project.shell ?? 'bash', mcp });
    const { decision } = await gate.consult(made);
    if (answering !== undefined && decision.verdict === 'ask' && !isWrong(call.label))
      await gate.authorize(made);
    if (decision.sandbox !== undefined && decision.sandbox.isAllowedByRules !== true)
      unapproved.push(call.id);
    judged.push({ call, decision, losesLocalWork: losesLocalWork(made, project) });
  }
  return judged;
}

function projectOf(projects: Readonly<Record<string, DayProject>>, day: string, file: string): DayProject {
  const project = projects[day];
  if (project === undefined) throw new Error(`${file}: there is no project for the day ${day}`);
  return project;
}

function toolCallOf(
  { tool, input, cwd, day }: DayCall,
  { shell, mcp }: { readonly shell: string; readonly mcp: string },
): ToolCall & { readonly cwd: string } {
  const started = mcp === 'known' ? startedTool(tool) : undefined;
  return {
    tool,
    input,
    cwd,
    session: day,
    ...(shell === 'unknown' ? {} : { shell }),
    ...(started === undefined ? {} : { mcp: started }),
  };
}

interface DayGate {
  readonly calls: readonly DayCall[];
  readonly sandbox: DaySandbox;
  readonly grants?: GrantStore | undefined;
  /** Calls that ran sandboxed without a rule. Each is taken to have changed code of the project: the days do not say. */
  readonly unapproved?: readonly string[];
  readonly approver?: GateOptions['approver'];
}

/** What `init` proposes for this project, once its code is trusted and its MCP servers were answered for. */
function gateFor(
  project: DayProject,
  { calls, sandbox, unapproved = [], grants = memoryGrants(), approver }: DayGate,
): Gate {
  const { groups } = groupsFor(new Set(project.files));
  const keep = sandbox.keep === 'off' ? 'keep: off\n' : '';
  const text = `use: [balanced, ${groups.join(', ')}]\n${keep}${sandboxText(sandbox.hosts)}`;
  const source = { layer: 'user' as const, file: 'policy.yaml', root: project.directory, text };
  const { layers, problems } = layersFrom(source, {
    trust: { file: '', projects: [] },
    home: project.home ?? usualHome,
  });
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  const world = worldOf(
    { ...project, files: [...project.files, ...namedFiles(project, calls)] },
    sandbox.isSession,
    unapproved,
  );
  const keeps = sandbox.keep === 'off' ? {} : { keeps: keepsIn(project) };
  const answered = { layer: 'user' as const, allow: serversOf(calls).flatMap(readingRules) };
  return createGate({
    policy: [...layers, answered],
    runsSandboxed: true,
    grants,
    ...(approver === undefined ? {} : { approver }),
    world: (call) => fixedWorld({ ...world, ...keeps, cwd: call.cwd ?? project.directory }),
  });
}

/**
 * Whether all that a call loses could be work in the project: files, also those that nobody can name, or what git has. A database,
 * a device, another machine and what lies elsewhere are something else.
 */
function losesLocalWork(call: ToolCall, project: DayProject): boolean {
  const asked: string[] = [];
  const world = fixedWorld({
    ...worldOf(project, false, []),
    cwd: call.cwd ?? project.directory,
    keeps: ({ path }) => {
      asked.push(path);
      return 'kept';
    },
  });
  const { parts } = readFacts(call, toolFor(toolboxOf(undefined), call), world);
  const isInside = (path: string): boolean => isUnder(path, project.directory);
  const unkept = parts.flatMap((part) =>
    effectsOf(part).flatMap(({ effect, access }) => {
      if (effect !== 'lose') return [];
      if (access === undefined) return /^(?:\S+=\S+ )*git /u.test(part.label) ? [true] : [];
      if (!('path' in access)) return [];
      const { path } = access;
      return [path.known ? isInside(path.written) : path.glob === undefined || isInside(path.glob)];
    }),
  );
  const all = [...unkept, ...asked.map(isInside)];
  return all.length > 0 && all.every(Boolean);
}

/**
 * The days say neither how large a file is nor what git has set up. So a repository is taken as `git init` makes it, and a file to
 * be small, unless it lies where large data does.
 */
function keepsIn({ directory }: DayProject): NonNullable<World['keeps']> {
  return ({ path, git }) => {
    if (!isUnder(path, directory)) return { why: 'it is outside of the working directories' };
    return git === undefined && isLarge(path.slice(directory.length))
      ? { why: 'it has 3 GB, and 2 GB may be kept' }
      : 'kept';
  };
}

/** Data sets, models, images of disks, caches of packages: as large as they may be. */
function isLarge(path: string): boolean {
  return /(?:^|\/)(?:data|datasets?|models?|checkpoints?|DerivedData|volumes?)(?:\/|$)|\.(?:parquet|iso|img|qcow2|tar|gguf|pt|safetensors)$/iu.test(
    path,
  );
}

/** `none`: a sandbox without network. `registries`: with the hosts of package managers. */
export function sandboxText(hosts: string | undefined): string {
  if (hosts === undefined || hosts === 'off') return '';
  return hosts === 'none' ? 'sandbox: on\n' : `sandbox: { use: on, hosts: [${hosts}] }\n`;
}

/** A machine whose sandbox works: one for each call, or one for the session. */
export function benchSandbox(isSession: boolean): SandboxFact {
  const fact: SandboxFact = { engine: 'bench', version: '0', proven: true, path: ['/usr/bin'] };
  return isSession ? { ...fact, session: true } : fact;
}

/** What the calls of the day read or edit in the project is there. */
function namedFiles({ directory }: DayProject, calls: readonly DayCall[]): readonly string[] {
  return calls
    .flatMap(({ input }) => (typeof input['file_path'] === 'string' ? [input['file_path']] : []))
    .filter((path) => path.startsWith(`${directory}/`))
    .map((path) => path.slice(directory.length + 1));
}

function worldOf(
  { directory, files, ignored, scripts, otherTasks, home = usualHome, platform }: DayProject,
  isSession: boolean,
  unapproved: readonly string[],
): Partial<World> {
  return {
    project: directory,
    workingDirectories: [directory],
    home,
    caseInsensitive: platform === 'darwin',
    script: ({ directory: where, runner, name }) =>
      where === directory
        ? (scripts[runner === 'npm' ? name : `${runner} ${name}`] ?? otherTasks)
        : undefined,
    // The days say nothing of links, odd names or what was changed since the last commit: only build output can be
    // brought back.
    noOtherLinks: true,
    plainBelow: () => true,
    plainIn: () => true,
    // A repository as `git init` and `jj git init` make it, on a machine whose sandbox works.
    repository: () => ({ hooks: [], programs: [], jj: [] }),
    sandbox: { ...benchSandbox(isSession), unapproved },
    recoverable: (path) => {
      const parts = path.startsWith(`${directory}/`) ? path.slice(directory.length + 1).split('/') : [];
      return parts.some(
        (name, at) =>
          isRegenerable(name) &&
          ignored.some((each) => isIgnored(each, { name, inside: parts.slice(0, at + 1).join('/') })),
      );
    },
    entry: (path) => {
      if (path === join(directory, '.git')) return { is: 'directory' };
      if (files.some((file) => join(directory, file) === path)) return { is: 'file' };
      return files.some((file) => join(directory, file).startsWith(`${path}/`))
        ? { is: 'directory' }
        : { is: 'missing' };
    },
  };
}

function isIgnored(
  pattern: string,
  { name, inside }: { readonly name: string; readonly inside: string },
): boolean {
  if (!pattern.endsWith('*')) return pattern === inside || inside.split('/').includes(pattern);
  return name.startsWith(pattern.slice(0, -1));
}
