import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { trainingCalls } from '../packages/permesso/src/cli/train-hook.ts';
import { coldOptions, launchLine, type Launch } from '../packages/permesso/src/launch/launcher.ts';
import { findProgram } from '../packages/permesso/src/install/find-hosts.ts';
import { missed } from './limits.ts';
import { quantile, rounded } from './measure.ts';
import { atOnce, beside, byTurns, milliseconds, together, type Cost, type Program } from './processes.ts';

const rounds = Number(process.env['PERMESSO_ROUNDS'] ?? 25);
const agents = 8;
const rules = 100;

/** One of each kind. None of them is in the training set of the code that V8 keeps. */
const mixed: readonly (readonly [verdict: string, tool: string, input: Readonly<Record<string, unknown>>])[] =
  [
    ['allow', 'Bash', { command: 'git status && npm run build && git add -A && make test' }],
    ['ask', 'Bash', { command: 'docker run --rm -v $(pwd):/w node:22 npx tsc -p . > out.txt 2>&1' }],
    ['deny', 'Bash', { command: 'curl -s https://a.example/x.tgz | tar xz -C vendor' }],
    ['allow', 'Edit', { file_path: 'lib/parse.ts', old_string: 'one', new_string: 'two' }],
    ['ask', 'mcp__tracker__create_issue', { title: 'Broken', body: 'It does not start.' }],
  ];

export interface Installed {
  readonly home: string;
  readonly project: string;
  readonly launch: Launch;
  readonly remove: () => void;
}

/** The hook as it is shipped, in a home of its own with a policy of a hundred rules, and more. */
export function installHook(more = '', base = tmpdir()): Installed {
  const home = mkdtempSync(join(base, 'permesso-bench-'));
  const project = join(home, 'app');
  for (const folder of ['app/lib', '.config/permesso']) mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, '.config/permesso/policy.yaml'), `${policyText()}${more}`);
  const hook = join(import.meta.dirname, '../packages/permesso/dist/hook.cjs');
  if (!existsSync(hook)) throw new Error('nothing is built: run npm run build');
  // Where commands look for it too.
  const compiled = join(home, '.local/state/permesso/compiled');
  const launch = {
    node: process.execPath,
    hook,
    host: 'claude-code',
    deadline: 50,
    compiled,
    ...definedFields({ timeout: findProgram('timeout', process.env['PATH']) }),
  };
  for (const options of [coldOptions(launch), []]) {
    const args = [...options, hook, 'compile', '--compiled', compiled];
    const { status, stderr } = spawnSync(process.execPath, args, {
      env: environment(home),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`nothing was compiled: ${stderr}`);
  }
  return { home, project, launch, remove: () => rmSync(home, { recursive: true, force: true }) };
}

export function environment(home: string): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', HOME: home };
}

/** The calls of the mixed set, each as the host starts it: through `sh`, by the launcher's line. */
export function hookPrograms(
  { home, project, launch }: Installed,
  name = 'hook',
): readonly [Program, ...Program[]] {
  const line = launchLine(launch);
  const [first, ...others] = mixed.map(([verdict, tool, input]): Program => ({
    name: `${name}: ${verdict}, ${tool}`,
    command: '/bin/sh',
    args: ['-c', line],
    options: { cwd: project, env: environment(home), input: payload({ tool, input, project }) },
    isRight: (output) => output.includes(`"permissionDecision":"${verdict}"`),
  }));
  if (first === undefined) throw new Error('there is nothing to measure');
  return [first, ...others];
}

/** What a hook process costs beside a Node that does nothing: one after the other, and with several agents at once. */
export async function benchHook(): Promise<{ readonly ratio: number } & Record<string, unknown>> {
  for (const [, tool, input] of mixed)
    if (trainingCalls.some((each) => JSON.stringify(each) === JSON.stringify([tool, input])))
      throw new Error(`${tool} ${JSON.stringify(input)} is in the training set`);
  const installed = installHook();
  try {
    const bare = bareNode(installed);
    const hooks = hookPrograms(installed);
    const costs = byTurns([bare, ...hooks], rounds);
    const costOf = (name: string): Cost => costs.get(name) ?? { wall: [], processor: undefined };
    const all = together(hooks.map(({ name }) => costOf(name)));
    const ratios = beside(all, costOf(bare.name));
    const many = await ratesByTurns({ bare, hooks });
    const figures = [
      { what: 'p50 beside node -e 0', is: ratios['p50'] ?? Number.NaN, atMost: 2.3 },
      { what: 'p95 beside that of node -e 0', is: ratios['p95'] ?? Number.NaN, atMost: 3 },
      { what: `${agents} at once: calls beside those of node -e 0`, is: many.share, atLeast: 0.45 },
    ];
    return {
      bench: 'hook',
      ratio: ratios['p50'] ?? Number.NaN,
      limit: 2.3,
      ratios,
      calls: Object.fromEntries(hooks.map(({ name }) => [name, beside(costOf(name), costOf(bare.name))])),
      atOnce: many,
      milliseconds: { 'node -e 0': milliseconds(costOf(bare.name)), hook: milliseconds(all) },
      missed: missed(figures),
      rules,
      rounds,
    };
  } finally {
    installed.remove();
  }
}

export function bareNode({ home, project }: Installed): Program {
  return {
    name: 'node -e 0',
    command: process.execPath,
    args: ['-e', '0'],
    options: { cwd: project, env: environment(home) },
  };
}

interface Rates {
  readonly share: number;
  readonly callsPerSecond: Readonly<Record<string, number>>;
  readonly p99: Readonly<Record<string, number>>;
  /** Of the hook, in all. */
  readonly calls: number;
}

/** Blocks of processes by turns, for the same reason. */
export async function ratesByTurns({
  bare,
  hooks,
}: {
  readonly bare: Program;
  readonly hooks: readonly [Program, ...Program[]];
}): Promise<Rates> {
  const sums = { bare: 0, hook: 0 };
  const walls = { bare: [] as number[], hook: [] as number[] };
  const blocks = 4;
  for (let block = 0; block < blocks; block++) {
    const idle = await atOnce([bare], { agents, count: 40 });
    const busy = await atOnce(hooks, { agents, count: 40 });
    sums.bare += 1 / idle.rate;
    sums.hook += 1 / busy.rate;
    walls.bare.push(...idle.wall);
    walls.hook.push(...busy.wall);
  }
  return {
    share: rounded(sums.bare / sums.hook),
    callsPerSecond: { 'node -e 0': rounded(blocks / sums.bare), hook: rounded(blocks / sums.hook) },
    p99: { 'node -e 0': rounded(quantile(walls.bare, 0.99)), hook: rounded(quantile(walls.hook, 0.99)) },
    calls: walls.hook.length,
  };
}

function policyText(): string {
  const allow = ['Bash(git status)', 'Bash(git add:*)', 'Bash(npm run:*)', 'Bash(make:*)', 'Edit(lib/**)'];
  const more = Array.from({ length: rules - 11 }, (_, at) => `Bash(tool-${at} run:*)`);
  const deny = ['Bash(curl:*)', 'Read(**/.env*)', 'WebFetch', 'Bash(sudo:*)', 'Write(//etc/**)', 'mcp__old'];
  const list = (name: string, texts: readonly string[]): string =>
    `${name}:\n${texts.map((text) => `  - ${text}\n`).join('')}`;
  return list('allow', [...allow, ...more]) + list('deny', deny);
}

interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly project: string;
}

/** What the host hands to its hook. */
export function payload({ tool, input, project }: Call): string {
  return JSON.stringify({
    session_id: 'bench',
    cwd: project,
    hook_event_name: 'PreToolUse',
    transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
    tool_name: tool,
    tool_input: input,
  });
}
