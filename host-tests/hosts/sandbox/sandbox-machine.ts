import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newMachine, type Machine } from '../machine.ts';

const repository = join(import.meta.dirname, '../../..');
const dist = join(repository, 'packages/permesso/dist');

/** A home with the package installed in it as npm would, the engine beside it, and a script that tries to get out. */
export interface SandboxMachine extends Machine {
  /** Where the script writes if nothing holds it. */
  readonly outside: string;
  /** The engine's library, as the package finds it. */
  readonly engine: string;
  /** Calls that were allowed sandboxed and have not run yet. */
  readonly savedCalls: string;
}

/** What the built package holds and a hook or `permesso sandbox` needs. */
const shipped = [
  'hook.cjs',
  'hook-main.cjs',
  'hook-yaml.cjs',
  'hook-powershell.cjs',
  'opencode-plugin.js',
  'opencode-window.js',
  'cli',
  'commands',
  'late',
];

export function sandboxMachine(policy: string): SandboxMachine {
  const machine = newMachine(policy, {
    hook: join(dist, 'hook.cjs'),
    plugins: new Map([['opencode', join(dist, 'opencode-plugin.js')]]),
    window: join(dist, 'opencode-window.js'),
    remove: () => undefined,
  });
  const modules = join(machine.home, 'permesso/node_modules');
  const own = join(modules, 'permesso/dist');
  for (const name of [...shipped, 'sandbox']) cpSync(join(dist, name), join(own, name), { recursive: true });
  cpSync(join(dist, '../package.json'), join(modules, 'permesso/package.json'));
  mkdirSync(join(modules, '@anthropic-ai'), { recursive: true });
  const engine = '@anthropic-ai/sandbox-runtime';
  symlinkSync(join(repository, 'node_modules', engine), join(modules, engine));
  const outside = join(machine.home, 'outside');
  mkdirSync(outside);
  mkdirSync(join(machine.project, 'sub'));
  writeFileSync(join(machine.project, 'probe.sh'), probe(outside));
  writeFileSync(join(machine.project, 'reach.sh'), 'exec bash -c "echo > /dev/tcp/192.0.2.1/80"\n');
  return {
    ...machine,
    hook: join(own, 'hook.cjs'),
    plugin: join(own, 'opencode-plugin.js'),
    outside,
    engine: join(modules, engine),
    savedCalls: join(machine.state, 'sandbox/calls'),
  };
}

/** Marks the project, tries the outside, and says something on both streams with an exit code of its own. */
function probe(outside: string): string {
  return `echo ran > ${join(outside, '../app/marker.txt')}
echo escaped > ${join(outside, 'escaped.txt')}
echo "said $((40 + 2))"
echo "complained $((20 + 3))" >&2
exit 7
`;
}
