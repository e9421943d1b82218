import { spawn, type ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { findShellClient, recordClient } from '../packages/permesso/src/launch/shell-client.ts';
import { askResident, sendTo } from '../packages/permesso/src/resident/resident-client.ts';
import { writeRequest } from '../packages/permesso/src/resident/resident-request.ts';
import { bareNode, environment, hookPrograms, installHook, ratesByTurns, type Installed } from './hook.ts';
import { missed } from './limits.ts';
import { rounded } from './measure.ts';
import { beside, byTurns, milliseconds, together, type Cost } from './processes.ts';

const rounds = Number(process.env['PERMESSO_ROUNDS'] ?? 25);
const calls = Number(process.env['PERMESSO_CALLS'] ?? 5000);

/** What a hook costs that asks the resident process, by the launcher's own line; and what that process holds in memory. */
export async function benchResident(): Promise<{ readonly ratio: number } & Record<string, unknown>> {
  const installed = installHook();
  const state = join(installed.home, '.local/state/permesso');
  const resident = await findShellClient(state);
  recordClient(state, resident);
  const child = spawn(process.execPath, [installed.launch.hook, 'resident'], {
    env: environment(installed.home),
    stdio: 'ignore',
  });
  try {
    while ((await askResident('status', { state })) === undefined)
      if (child.exitCode !== null) throw new Error('the resident process ended');
    return await measureResident({ ...installed, launch: { ...installed.launch, resident } }, state);
  } finally {
    await stop(child);
    installed.remove();
  }
}

async function measureResident(
  installed: Installed,
  state: string,
): Promise<{ readonly ratio: number } & Record<string, unknown>> {
  const bare = bareNode(installed);
  const memory = await memoryOver(installed, state);
  const hooks = hookPrograms(installed, 'resident');
  const costs = byTurns([bare, ...hooks], rounds);
  const costOf = (name: string): Cost => costs.get(name) ?? { wall: [], processor: undefined };
  const all = together(hooks.map(({ name }) => costOf(name)));
  // Where a person has to be asked, the process that the agent started asks: the limits are for all others.
  const [first, ...others] = hooks.filter(({ name }) => !name.includes(': ask,'));
  if (first === undefined) throw new Error('every call of the set asks');
  const answered = together([first, ...others].map(({ name }) => costOf(name)));
  const ratios = beside(answered, costOf(bare.name));
  const many = await ratesByTurns({ bare, hooks: [first, ...others] });
  const p50 = ratios['p50'] ?? Number.NaN;
  return {
    bench: 'resident',
    ratio: p50,
    limit: 0.3,
    ratios,
    withAsks: beside(all, costOf(bare.name)),
    atOnce: many,
    memory,
    milliseconds: { 'node -e 0': milliseconds(costOf(bare.name)), resident: milliseconds(answered) },
    missed: missed([
      { what: 'p50 beside node -e 0', is: p50, atMost: 0.3 },
      { what: '8 at once: calls beside those of node -e 0', is: many.share, atLeast: 4 },
      {
        what: '8 at once: p99 beside that of node -e 0',
        is: rounded((many.p99['hook'] ?? 0) / (many.p99['node -e 0'] ?? 1)),
        atMost: 1,
      },
      { what: 'megabytes after the calls beside those at a tenth of them', is: memory.growth, atMost: 1.2 },
    ]),
    rounds,
  };
}

interface Memory {
  readonly calls: number;
  readonly megabytes: readonly number[];
  /** At the end beside a tenth of the way. */
  readonly growth: number;
  readonly callsPerSecond: number;
  readonly logMegabytes: number;
}

/** Many calls without a shell between, of different texts; looked at ten times. */
async function memoryOver({ home, project }: Installed, state: string): Promise<Memory> {
  const megabytes: number[] = [];
  const began = process.hrtime.bigint();
  for (let tenth = 0; tenth < 10; tenth++) {
    for (let at = 0; at < calls / 10; at++) {
      const command = `npm run build-${tenth}-${at} && git status`;
      const payload = JSON.stringify({
        session_id: `s${at % 7}`,
        cwd: project,
        hook_event_name: 'PreToolUse',
        transcript_path: '/home/me/.claude/projects/-app/s.jsonl',
        tool_name: 'Bash',
        tool_input: { command },
      });
      const nonce = `bench-${tenth}-${at}`;
      const text = writeRequest({
        nonce,
        host: 'claude-code',
        sent: uptime(),
        patience: 10,
        launcher: process.pid,
        ask: '',
        environment: [home, '', ''],
        started: [project, ''],
        payload,
      });
      const reply = await sendTo(join(state, 'resident/socket'), { text, wait: 10_000 });
      if (reply?.includes(nonce) !== true) throw new Error(`there was no reply to ${command}`);
    }
    const now = await askResident('status', { state });
    megabytes.push(rounded((now?.memory ?? Number.NaN) / 1e6));
  }
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  return {
    calls,
    megabytes,
    growth: rounded((megabytes.at(-1) ?? Number.NaN) / (megabytes[0] ?? Number.NaN)),
    callsPerSecond: rounded(calls / seconds),
    logMegabytes: rounded(statSync(join(state, 'log/log.jsonl')).size / 1e6),
  };
}

function stop(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (child.exitCode !== null) resolve();
  child.once('exit', () => resolve());
  child.kill('SIGTERM');
  return promise;
}
