import { readdirSync, readFileSync } from 'node:fs';
import { createGate, fixedWorld } from '@permesso/gate';
import { hostileShapes } from '../packages/permesso/test/hostile-shapes.ts';
import { missed } from './limits.ts';
import { quantile, rounded } from './measure.ts';

/** Characters of a hostile text: the longest that is read at all. */
const longest = 65_536;
const rounds = Number(process.env['PERMESSO_ROUNDS'] ?? 25);

/** What a decision costs once the engine is warm, how it grows with the text, and what the worst text does. */
export function benchDecide(): { readonly ratio: number } & Record<string, unknown> {
  const commands = corpusCommands();
  const world = fixedWorld();
  const gate = createGate({ policy: rules, world: () => world });
  const decide = (command: string): void => void gate.explain({ tool: 'Bash', input: { command } }).decision;
  const times = new Map<string, number>();
  let processor = 0;
  for (let round = -3; round < rounds; round++) {
    const before = process.cpuUsage();
    for (const command of commands) {
      const start = process.hrtime.bigint();
      decide(command);
      const spent = Number(process.hrtime.bigint() - start) / 1000;
      // The best of the rounds: a pause of the machine is not the engine's.
      if (round >= 0) times.set(command, Math.min(spent, times.get(command) ?? Infinity));
    }
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) processor += user + system;
  }
  const p99 = rounded(quantile([...times.values()], 0.99));
  const doubled = growth(decide);
  const hostile = Object.entries(hostileShapes).map(([name, text]): readonly [string, number] => [
    name,
    rounded(best(() => decide(text(longest)), 2) / 1000),
  ]);
  const [worst, worstMs] = hostile.toSorted((a, b) => b[1] - a[1])[0] ?? ['', Number.NaN];
  const ratio = Math.max(...Object.values(doubled));
  return {
    bench: 'decide',
    ratio,
    limit: 3,
    commands: commands.length,
    microseconds: {
      p50: rounded(quantile([...times.values()], 0.5)),
      p99,
      processor: rounded(processor / rounds / commands.length),
    },
    growth: doubled,
    hostile: { shapes: hostile.length, worst, milliseconds: worstMs },
    missed: missed([
      { what: 'the growth for twice the text', is: ratio, atMost: 3 },
      { what: 'p99 in microseconds', is: p99, atMost: 1000 },
      { what: `milliseconds for the worst hostile text (${worst})`, is: worstMs, atMost: 1000 },
    ]),
  };
}

const rules = {
  allow: ['Bash(npm run:*)', 'Bash(git commit:*)', 'Read(src/**)'],
  ask: ['Bash(git push:*)'],
  deny: ['Bash(rm -rf:*)', 'Read(**/.env*)'],
};

function corpusCommands(): readonly string[] {
  const folder = new URL('../corpus/', import.meta.url);
  const lines = readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => readFileSync(new URL(file, folder), 'utf8').split('\n'))
    .filter((line) => line !== '');
  const texts = lines.map(
    (line) => (JSON.parse(line) as { call: { input: { command?: unknown } } }).call.input.command,
  );
  return [...new Set(texts.filter((text): text is string => typeof text === 'string' && text !== ''))];
}

/** Time for twice the text over time for the text, at growing sizes: 2 is linear. */
function growth(decide: (command: string) => void): Record<string, number> {
  const shapes: Record<string, (size: number) => string> = {
    'commands in a list': (size) => 'echo a && '.repeat(size / 10).concat('true'),
    'one long word': (size) => `echo ${'a'.repeat(size)}`,
    'quoted here-document': (size) => `cat <<'E'\n${'line of text\n'.repeat(size / 13)}E\n`,
    'nested substitutions': (size) =>
      '$('.repeat(Math.min(60, size / 100)).concat('x', ')'.repeat(Math.min(60, size / 100))),
  };
  return Object.fromEntries(
    Object.entries(shapes).map(([name, text]) => [
      name,
      rounded(best(() => decide(text(8000))) / best(() => decide(text(4000)))),
    ]),
  );
}

function best(work: () => void, times = 40): number {
  let least = Infinity;
  for (let round = 0; round < times; round++) {
    const start = process.hrtime.bigint();
    work();
    least = Math.min(least, Number(process.hrtime.bigint() - start) / 1000);
  }
  return least;
}
