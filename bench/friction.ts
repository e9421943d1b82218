import {
  type Approved,
  candidatesFor,
  evaluateAgain,
  learnRules,
  newlyAllowed,
  rememberedCall,
  withRules,
} from '@permesso/engine/decision';
import { readFileSync } from 'node:fs';
import { attacksFrom, hostileFiles, hostileFrom } from '../packages/permesso/src/review/log-history.ts';
import { frictionOfDays } from './friction-days.ts';
import { frictionOfCommands } from './friction-sandbox.ts';
import { layersFrom } from '@permesso/gate/gate';
import { type Layer, type Mode, modes } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';
import { groupsName, shippedNames } from '@permesso/gate/disk';

/** How often would somebody be asked? For a file with one `{"command": ...}` on each line. */
const [file, ...flags] = process.argv.slice(2);
if (file === undefined) {
  console.error(
    'usage: npm run tools -- friction FILE [--json]\n       npm run tools -- friction --days FILE... --projects FILE [--tasks named|present|absent] [--shell NAME|unknown] [--sandbox none|HOSTS] [--mcp known] [--keep off] [--session] [--only-sandboxed] [--after FILE [--rung widest|second]] [--json | --list LABEL:VERDICT]\n       npm run tools -- friction FILE --sandbox off|none|HOSTS [--session] [--project DIRECTORY] [--json | --list]',
  );
  process.exitCode = 64;
} else if (file === '--days') await frictionOfDays(process.argv.slice(2));
else if (flags.some((flag) => flag.startsWith('--sandbox'))) frictionOfCommands(process.argv.slice(2));
else {
  const result = friction(readCommands(file));
  console.log(flags.includes('--json') ? JSON.stringify(result) : print(result));
}

interface Row {
  readonly preset: string;
  readonly mode: Mode;
  readonly allow: number;
  readonly ask: number;
  readonly deny: number;
  /** Share of calls that ask. */
  readonly share: number;
}

interface Friction {
  readonly commands: number;
  readonly rows: readonly Row[];
  /** Of no preset in mode default: why it asks, by the first part that does. */
  readonly causes: readonly { readonly cause: string; readonly asks: number }[];
  readonly learning: readonly Learning[];
}

interface Learning {
  readonly preset: string;
  readonly rules: number;
  /** Asks in the half that was not learnt from. */
  readonly before: number;
  readonly after: number;
  readonly cut: number;
  /** Asks about nothing that is never learnt (interpreters, carriers, fetchers, deletion, safety), and the cut of those. */
  readonly learnable: number;
  readonly cutOfLearnable: number;
  readonly hostileCalls: number;
  readonly hostileNewlyAllowed: number;
  readonly limits: readonly { readonly why: string; readonly prompts: number }[];
}

function friction(commands: readonly string[]): Friction {
  const presets = new Map<string, readonly Layer[]>([
    ['none', []],
    ...shippedNames()
      .filter((name) => name !== groupsName)
      .map((name) => [name, presetLayers(name)] as const),
  ]);
  const rows = [...presets].flatMap(([preset, layers]) =>
    modes.map((mode) => share(commands, { preset, layers, mode })),
  );
  return {
    commands: commands.length,
    rows,
    causes: causesOf(commands),
    learning: ['none', 'balanced'].map((preset) =>
      learn(commands, { preset, layers: presets.get(preset) ?? [] }),
    ),
  };
}

function share(
  commands: readonly string[],
  { preset, layers, mode }: { preset: string; layers: readonly Layer[]; mode: Mode },
): Row {
  const policy = withRules(layers, []);
  const counts = { allow: 0, ask: 0, deny: 0 };
  for (const command of commands) counts[evaluateAgain(called(command, mode), policy).verdict] += 1;
  return { preset, mode, ...counts, share: rounded(counts.ask / commands.length) };
}

function causesOf(commands: readonly string[]): Friction['causes'] {
  const counts = new Map<string, number>();
  const policy = withRules([], []);
  for (const command of commands) {
    const { verdict, judgements } = evaluateAgain(called(command, 'default'), policy);
    const part = judgements.find((each) => each.verdict === 'ask')?.part;
    if (verdict !== 'ask' || part === undefined) continue;
    const name =
      part.subject.kind === 'path' ? `${part.subject.access} a file` : part.label.split(/\s/, 1)[0];
    const why = part.check.outcome === 'pass' ? (part.doubts[0] ?? 'changes something') : part.check.reason;
    const cause = part.subject.kind === 'path' ? `${name}` : `${name} (${kindOf(why)})`;
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  return Array.from(counts, ([cause, asks]) => ({ cause, asks }))
    .toSorted((a, b) => b.asks - a.asks)
    .slice(0, 15);
}

/** Without what only this call says. */
function kindOf(reason: string): string {
  return reason.includes('is not a command that is known') ? 'not a known command' : reason.slice(0, 60);
}

/** Every second command is approved history; the others show what the rules learnt from it are worth. */
function learn(
  commands: readonly string[],
  { preset, layers }: { preset: string; layers: readonly Layer[] },
): Learning {
  const history = new Map<string, { item: Approved['item']; yes: number; no: number }>();
  for (const command of commands.filter((_, at) => at % 2 === 0)) {
    const known = history.get(command);
    if (known === undefined) history.set(command, { item: called(command, 'default'), yes: 1, no: 0 });
    else known.yes += 1;
  }
  const hostile = hostileFrom(hostileFiles([]));
  const { rules, limits } = learnRules([...history.values()], {
    layers,
    hostile: attacksFrom(hostileFiles([])),
    least: 2,
  });
  const texts = rules.map(({ rule }) => rule);
  const others = commands.filter((_, at) => at % 2 === 1).map((command) => called(command, 'default'));
  const asks = (more: readonly string[]): number => {
    const policy = withRules(layers, more);
    return others.filter((item) => evaluateAgain(item, policy).verdict === 'ask').length;
  };
  const [before, after] = [asks([]), asks(texts)];
  const today = withRules(layers, []);
  const learnable = others.filter((item) => {
    const { verdict, judgements } = evaluateAgain(item, today);
    return (
      verdict === 'ask' &&
      judgements.every((each) => each.verdict !== 'ask' || candidatesFor(item, each.part).length > 0)
    );
  }).length;
  return {
    preset,
    rules: rules.length,
    before,
    after,
    cut: rounded(1 - after / before),
    learnable,
    cutOfLearnable: rounded((before - after) / learnable),
    hostileCalls: hostile.length,
    hostileNewlyAllowed: newlyAllowed(hostile, texts).length,
    limits,
  };
}

function called(command: string, mode: Mode): Approved['item'] {
  return rememberedCall({ tool: 'Bash', input: { command } }, fixedWorld(), mode);
}

function presetLayers(name: string): readonly Layer[] {
  const source = { layer: 'user' as const, file: name, root: '/home/dev/project', text: `use: [${name}]\n` };
  return layersFrom(source, { trust: { file: '', projects: [] }, home: '/home/dev' }).layers;
}

function readCommands(path: string): readonly string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => (JSON.parse(line) as { readonly command?: unknown }).command)
    .filter((command) => typeof command === 'string');
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function print({ commands, rows, causes, learning }: Friction): string {
  const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;
  return [
    `${commands} commands`,
    '',
    ...rows.map(
      ({ preset, mode, ask, deny, share: asks }) =>
        `${preset.padEnd(16)}${mode.padEnd(13)}${percent(asks).padStart(7)} ask  ${String(ask).padStart(4)} asks  ${String(deny).padStart(4)} denied`,
    ),
    '',
    'why it asks (no preset, mode default)',
    ...causes.map(({ cause, asks }) => `${String(asks).padStart(5)}  ${cause}`),
    '',
    'one half approved, asks on the other half',
    ...learning.flatMap(
      ({
        preset,
        rules,
        before,
        after,
        cut,
        learnable,
        cutOfLearnable,
        hostileNewlyAllowed,
        hostileCalls,
        limits,
      }) => [
        `${preset}: ${before} -> ${after} with ${rules} rules (-${percent(cut)}), ${hostileNewlyAllowed} of ${hostileCalls} hostile calls newly allowed`,
        `  of ${learnable} asks about what may be learnt at all: -${percent(cutOfLearnable)}`,
        ...limits.map(({ why, prompts }) => `${String(prompts).padStart(5)}  ${why}`),
      ],
    ),
  ].join('\n');
}
