import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'unbash';
import { createGate, fixedWorld } from '../packages/permesso/src/index.ts';
import { shellParts } from '@permesso/engine/internal/facts/shell/effects/shell-parts';
import { quantile, rounded } from './measure.ts';

/** What does deciding a shell call cost, beside parsing its text and nothing else? `docs/shell-cost.md` reads the result. */
export function benchShell(): { readonly ratio: { readonly p50: number; readonly p99: number } } & Record<
  string,
  unknown
> {
  const commands = corpusCommands();
  const world = fixedWorld();
  const gate = createGate({ policy: rules, world: () => world });
  const stages = {
    parse: (command: string) => void bareParse(command),
    analyse: (command: string) => void shellParts(command, world),
    decide: (command: string) => void gate.decide({ tool: 'Bash', input: { command } }),
  };
  const times = {
    parse: new Map<string, number>(),
    analyse: new Map<string, number>(),
    decide: new Map<string, number>(),
  };
  const rounds = 25;
  for (let round = -3; round < rounds; round++) {
    for (const command of commands) {
      for (const stage of ['parse', 'analyse', 'decide'] as const) {
        const start = process.hrtime.bigint();
        stages[stage](command);
        const spent = Number(process.hrtime.bigint() - start) / 1000;
        // The best of the rounds: a pause of the machine is not the engine's.
        if (round >= 0) times[stage].set(command, Math.min(spent, times[stage].get(command) ?? Infinity));
      }
    }
  }
  const at = (stage: keyof typeof times, part: number): number => quantile([...times[stage].values()], part);
  return {
    bench: 'shell',
    ratio: {
      p50: rounded(at('decide', 0.5) / at('parse', 0.5)),
      p99: rounded(at('decide', 0.99) / at('parse', 0.99)),
    },
    limit: 3,
    commands: commands.length,
    microseconds: Object.fromEntries(
      (['parse', 'analyse', 'decide'] as const).map((stage) => [
        stage,
        { p50: rounded(at(stage, 0.5)), p99: rounded(at(stage, 0.99)) },
      ]),
    ),
    growth: growth(stages.decide),
    fourParts: fourParts(stages.decide),
  };
}

const rules = {
  allow: ['Bash(npm run:*)', 'Bash(git commit:*)', 'Read(src/**)'],
  ask: ['Bash(git push:*)'],
  deny: ['Bash(rm -rf:*)', 'Read(**/.env*)'],
};

/** The parser with every lazy part visited: what any analysis must at least pay. */
function bareParse(command: string): number {
  let nodes = 0;
  const stack: unknown[] = [parse(command)];
  while (stack.length > 0) {
    const node = stack.pop();
    if (typeof node !== 'object' || node === null) continue;
    nodes++;
    const parts: unknown = 'parts' in node ? node.parts : undefined;
    if (parts !== undefined) stack.push(parts);
    for (const value of Object.values(node)) if (typeof value === 'object') stack.push(value);
  }
  return nodes;
}

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

function fourParts(decide: (command: string) => void): {
  readonly milliseconds: number;
  readonly peers: string;
} {
  const line = 'cd web && npm run build 2>&1 | tail -5; git status';
  return {
    milliseconds: rounded(best(() => decide(line)) / 1000),
    peers: 'two agents with the same task were measured at 3.1 and 5.3 ms for a line of four parts',
  };
}

function best(work: () => void): number {
  let least = Infinity;
  for (let round = 0; round < 40; round++) {
    const start = process.hrtime.bigint();
    work();
    least = Math.min(least, Number(process.hrtime.bigint() - start) / 1000);
  }
  return least;
}
