import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { recordedClient } from '../launch/shell-client.ts';
import { findProgram } from './find-hosts.ts';
import { guardName } from './guard-name.ts';
import type { LaunchPlaces } from '../launch/launch-places.ts';
import type { Programs } from './installer.ts';

const here = import.meta.dirname;

export interface InstallationOptions {
  readonly path: string | undefined;
  readonly state: string;
  readonly places?: LaunchPlaces;
}

/** This installation of Permesso, by absolute paths. Run from its sources, it uses the sources. */
export function thisInstallation({ path, state, places }: InstallationOptions): Programs {
  const timeout = findProgram('timeout', path);
  const resident = recordedClient(state);
  return {
    node: process.execPath,
    compiled: compiledIn(state),
    // Some agents read the project's `.env` for their hooks, and it must not relocate the person's policy.
    without: ['XDG_CONFIG_HOME', 'XDG_STATE_HOME'].filter((name) => (process.env[name] ?? '') === ''),
    hook: firstOf(['../hook.cjs', '../cli/hook.js', '../cli/hook.ts']),
    guard: { name: guardName(state), state },
    plugin: firstOf(['../opencode-plugin.js', '../hosts/opencode/plugin.js', '../hosts/opencode/plugin.ts']),
    ...definedFields({ places, timeout, resident }),
  };
}

/** Below the state directory, where agents may not write: this code is executed. */
export function compiledIn(state: string): string {
  return join(state, 'compiled');
}

/** The bundle if it was built, otherwise its source. */
function firstOf(names: readonly [string, ...string[]]): string {
  return join(here, names.find((name) => existsSync(join(here, name))) ?? names[0]);
}

/** npm may clear this folder at any time, and every call of every agent would be refused from then on. */
export function isPassing({ hook }: Programs): boolean {
  return /[\\/]_npx[\\/]/.test(hook);
}
