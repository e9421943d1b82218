import { lstatSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { findPlaces, type Places } from '@permesso/gate/disk';
import { canaryHome } from './canary-places.ts';

/**
 * Whose files an installed hook reads: those of the person who installed it, whatever the environment says when it is
 * started. `account`: for every user of a machine, the home in the account list.
 */
export type LaunchPlaces = InstalledPlaces | 'account';

export interface InstalledPlaces extends Pick<Places, 'home' | 'config' | 'state'> {
  /** The policy file found or written when the hook was installed. Without it every call is denied. */
  readonly policy?: string;
}

export function installedPlaces(
  { home, config, state }: Places,
  { hasPolicy }: { readonly hasPolicy?: boolean } = {},
): InstalledPlaces {
  const policy = join(config, 'policy.yaml');
  const has = hasPolicy ?? lstatSync(policy, { throwIfNoEntry: false }) !== undefined;
  return { home, config, state, ...(has ? { policy } : {}) };
}

export const placeArguments = ['--home', '--config', '--state', '--policy'] as const;

export function placeWords(places: LaunchPlaces | undefined): readonly string[] {
  if (places === undefined) return [];
  if (places === 'account') return ['--home', places];
  const { home, config, state, policy } = places;
  const words = ['--home', home, '--config', config, '--state', state];
  return policy === undefined ? words : [...words, '--policy', policy];
}

/** The places from the hook's options; undefined if they are invalid. */
export function readPlaces(options: ReadonlyMap<string, string>): LaunchPlaces | 'none' | undefined {
  const [home, config, state, policy] = placeArguments.map((name) => options.get(name));
  const given = [home, config, state, policy].filter((each) => each !== undefined);
  if (given.length === 0) return 'none';
  if (home === 'account' && given.length === 1) return home;
  if (home === undefined || config === undefined || state === undefined) return undefined;
  if (!given.every((each) => isAbsolute(each))) return undefined;
  return { home, config, state, ...definedFields({ policy }) };
}

/**
 * Applies the places to this process and its children by setting the variables. Returns the agent's own home, if it
 * differs.
 */
export function usePlaces(installed: LaunchPlaces): string | undefined {
  const isWindows = process.platform === 'win32';
  // Git Bash sets HOME, and nothing else does on Windows.
  const before = process.env['HOME'] ?? (isWindows ? process.env['USERPROFILE'] : undefined);
  const places = inCanary(installed);
  const home = places === 'account' ? userInfo().homedir : places.home;
  process.env['HOME'] = home;
  if (isWindows) process.env['USERPROFILE'] = home;
  delete process.env['XDG_CONFIG_HOME'];
  delete process.env['XDG_STATE_HOME'];
  if (places !== 'account') {
    process.env['XDG_CONFIG_HOME'] = dirname(places.config);
    process.env['XDG_STATE_HOME'] = dirname(places.state);
  }
  const isSame = before === home || (isWindows && before?.toLowerCase() === home.toLowerCase());
  return isSame ? undefined : (before ?? '');
}

function inCanary(places: LaunchPlaces): LaunchPlaces {
  const home = places === 'account' ? undefined : canaryHome(places.state, process.cwd());
  return home === undefined ? places : installedPlaces(findPlaces({ home, env: {} }));
}

/** Why nothing may be decided with these places. */
export function placesProblem(places: LaunchPlaces): string | undefined {
  if (places === 'account' || places.policy === undefined) return undefined;
  if (lstatSync(places.policy, { throwIfNoEntry: false }) !== undefined) return undefined;
  return `${places.policy}, the policy that this hook was installed with, is missing; fix: restore it, or run \`permesso init\``;
}

/**
 * Whether a payload may refer to the home directory: for an agent with another HOME it means a different directory
 * than in the policy.
 */
export function mayNameHome(payload: string): boolean {
  return /~|HOME|\bcd\s*(?:\\n|["\\;&|)]|--)/.test(payload);
}
