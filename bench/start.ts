import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environment, installHook } from './hook.ts';
import { missed } from './limits.ts';
import { beside, byTurns, milliseconds, type Cost, type Program } from './processes.ts';

const own = join(import.meta.dirname, '../packages/permesso');
const rounds = Number(process.env['PERMESSO_ROUNDS'] ?? 25);

const limits: Readonly<Record<string, number>> = {
  'permesso --version': 2,
  'permesso check': 3,
  "import '@permesso/gate'": 2.5,
};

const bare = program('node -e 0', ['-e', '0']);
const emptyModule = program('an empty module', ['--input-type=module', '-e', '0']);
const main = join(own, 'dist/cli/main.cjs');

const check = [main, 'check', '--no-files', 'git status && npm test'];
const measured: readonly Program[] = [
  program('permesso --version', [main, '--version']),
  program("import '@permesso/gate'", ['--input-type=module', '-e', "import '@permesso/gate'"]),
  program("import '@permesso/engine'", ['--input-type=module', '-e', "import '@permesso/engine'"]),
  program("import '@permesso/gate/guard'", ['--input-type=module', '-e', "import '@permesso/gate/guard'"]),
];

function program(name: string, args: readonly string[]): Program {
  return { name, command: process.execPath, args, options: { cwd: own } };
}

/** In the home of somebody who has run `permesso init`, which keeps compiled code there, or of somebody who has not. */
function checkIn(name: string, home: string): Program {
  return {
    ...program(name, check),
    options: { cwd: own, env: environment(home) },
    isRight: (output) => output.startsWith('ask'),
  };
}

/** What starting the built programs costs: each beside a Node that does nothing, turn by turn. */
export function benchStart(): Record<string, unknown> & { readonly ratio: number } {
  if (!existsSync(main)) throw new Error('nothing is built: run npm run build');
  const installed = installHook();
  const checks = [
    checkIn('permesso check', installed.home),
    checkIn('permesso check, nothing kept', installed.project),
  ];
  const costs = byTurns([bare, emptyModule, ...checks, ...measured], rounds);
  installed.remove();
  const costOf = (name: string): Cost => costs.get(name) ?? { wall: [], processor: undefined };
  const ratios = Object.fromEntries(
    [emptyModule, ...checks, ...measured].map(({ name }) => [name, beside(costOf(name), costOf(bare.name))]),
  );
  const figures = Object.entries(limits).map(([what, atMost]) => ({
    what,
    is: ratios[what]?.['p50'] ?? Number.NaN,
    atMost,
  }));
  return {
    bench: 'start',
    ratio: Math.max(...figures.map(({ is, atMost }) => is / atMost)),
    ratios,
    limits,
    missed: missed(figures),
    milliseconds: Object.fromEntries([...costs].map(([name, cost]) => [name, milliseconds(cost)])),
    rounds,
  };
}
