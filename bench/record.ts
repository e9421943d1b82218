import {
  appendFileSync,
  closeSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGate, fixedWorld, type Gate, type ToolCall } from '@permesso/gate';
import { fileLog, logFiles } from '@permesso/gate/log';
import { quantile, rounded } from './measure.ts';

/** What does a log cost: deciding with it beside deciding without, and a durable entry beside a bare append. */
export async function benchRecord(): Promise<Record<string, unknown> & { readonly ratio: number }> {
  const directory = mkdtempSync(join(tmpdir(), 'permesso-bench-'));
  try {
    return await run(directory);
  } finally {
    rmSync(directory, { recursive: true, maxRetries: 20 });
  }
}

const rounds = 25;
const slice = 50;
const durableRounds = 5;

async function run(directory: string): Promise<Record<string, unknown> & { readonly ratio: number }> {
  const calls = corpusCalls();
  const quick = fileLog({ directory: join(directory, 'quick') });
  const durable = fileLog({ directory: join(directory, 'durable'), durable: true });
  const without = gateWith();
  const logged = gateWith(quick);
  const each = fileLog({ directory: join(directory, 'each'), flush: 'entry' });
  const loggedEach = gateWith(each);
  const gates = { without, logged, loggedEach };
  const names = ['without', 'logged', 'loggedEach'] as const;
  // A few calls at a time, turn by turn, and of each the best round: a pause of the machine is nobody's.
  const best = { without: [] as number[], logged: [] as number[], loggedEach: [] as number[] };
  for (let round = -5; round < rounds; round++) {
    for (let at = 0; at * slice < calls.length; at++) {
      const few = calls.slice(at * slice, (at + 1) * slice);
      const order = round % 2 === 0 ? names : names.toReversed();
      for (const name of order) {
        const time = await timed(() => decideAll(gates[name], few));
        if (round >= 0) best[name][at] = Math.min(time, best[name][at] ?? Infinity);
      }
    }
  }
  const mean = (name: keyof typeof best): number =>
    best[name].reduce((sum, time) => sum + time, 0) / calls.length;
  const bytes = logFiles(join(directory, 'quick')).reduce((sum, path) => sum + statSync(path).size, 0);
  const perEntry = bytes / (calls.length * (rounds + 5));
  const few = calls.slice(0, 40);
  const line = `${'x'.repeat(Math.round(perEntry) - 1)}\n`;
  const slow = { durable: [] as number[], bareDurable: [] as number[], bareAppend: [] as number[] };
  const bare = openSync(join(directory, 'bare'), 'a');
  for (let round = 0; round < durableRounds; round++) {
    slow.durable.push((await timed(() => decideAll(gateWith(durable), few))) / few.length);
    slow.bareDurable.push((await timed(() => appendAll(bare, line, few.length))) / few.length);
    slow.bareAppend.push(
      (await timed(() => few.forEach(() => appendFileSync(join(directory, 'plain'), line)))) / few.length,
    );
  }
  closeSync(bare);
  quick.close();
  each.close();
  durable.close();
  const median = (times: readonly number[]): number => rounded(quantile(times, 0.5));
  return {
    bench: 'record',
    ratio: rounded(mean('logged') / mean('without')),
    limit: 1.3,
    ratioFlushedByEntry: rounded(mean('loggedEach') / mean('without')),
    calls: calls.length,
    bytesPerEntry: Math.round(perEntry),
    microseconds: {
      decide: rounded(mean('without')),
      decideAndLog: rounded(mean('logged')),
      decideAndLogEachEntry: rounded(mean('loggedEach')),
      decideAndLogDurably: median(slow.durable),
      bareAppendFile: median(slow.bareAppend),
      bareAppendAndFdatasync: median(slow.bareDurable),
    },
    durableBesideBare: median(slow.durable.map((time, at) => time / (slow.bareDurable[at] ?? Number.NaN))),
  };
}

/** A world of its own for each call, as on a real machine: what is remembered of one does not speed up the next. */
function gateWith(log?: ReturnType<typeof fileLog>): Gate {
  return createGate({
    policy: {
      allow: ['Bash(npm run:*)', 'Bash(git commit:*)', 'Read(src/**)'],
      ask: ['Bash(git push:*)'],
      deny: ['Bash(rm -rf:*)', 'Read(**/.env*)'],
    },
    mode: 'dontAsk',
    world: () => fixedWorld(),
    ...(log === undefined ? {} : { log }),
  });
}

async function decideAll(gate: Gate, calls: readonly ToolCall[]): Promise<void> {
  for (const call of calls) await gate.authorize(call);
}

function appendAll(descriptor: number, line: string, times: number): void {
  for (let at = 0; at < times; at++) {
    writeSync(descriptor, line);
    fdatasyncSync(descriptor);
  }
}

async function timed(work: () => void | Promise<void>): Promise<number> {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start) / 1000;
}

/** Every shell call of the public suite. */
function corpusCalls(): readonly ToolCall[] {
  const folder = new URL('../corpus/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(new URL(name, folder), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { readonly call: ToolCall }).call)
    .filter(({ tool }) => tool === 'Bash');
}
