import type { KeepQuestion } from '../world/world.ts';
import type { HostAccess, PathAccess } from './access.ts';

/**
 * What can happen when a call runs: the closed vocabulary that rows state, policies use, people read and sandboxes enforce.
 * Each has the words that follow the name of a program.
 */
const table = {
  read: { says: 'looks at files or at the state of this machine' },
  secret: { says: 'reads or prints keys, tokens or passwords' },
  edit: { says: 'creates or changes files' },
  delete: { says: 'removes files that can be brought back' },
  lose: { says: 'deletes data permanently' },
  commit: { says: 'changes the local repository; git keeps the old state' },
  run: { says: 'runs code of this project' },
  'run-other': { says: 'runs unknown code' },
  install: { says: 'fetches packages into the project and may run their scripts' },
  serve: { says: 'uses a service of the project on this machine' },
  machine: { says: 'changes this machine or your settings' },
  fetch: { says: 'reads from the internet' },
  'remote-read': { says: 'reads a remote system in your name' },
  'remote-change': { says: 'changes a remote system' },
  'remote-destroy': { says: 'removes things from a remote system' },
  'remote-run': { says: 'runs commands on another machine or in a container' },
  send: { says: 'sends data from this machine elsewhere' },
  publish: { says: 'publishes or shares something' },
  'sign-in': { says: 'changes who you are signed in as' },
  pay: { says: 'spends or moves money' },
} as const;

/** The name of an effect, as in a rule: `Effect(publish)`. */
export type EffectName = keyof typeof table;

export const effectTable: {
  readonly [Name in EffectName]: { readonly says: string };
} = table;

/** What an effect does, without its consequences. */
export function effectWords(name: EffectName): string {
  return effectTable[name].says.replace(/[,;].*/u, '');
}

/**
 * The names of all effects, in the order in which they are told.
 *
 * @example
 * ```ts
 * import { effectNames } from '@permesso/gate/tools';
 * console.log(effectNames.includes('publish'));
 * ```
 */
export const effectNames = Object.keys(effectTable) as readonly EffectName[];

/** The name in rules such as `Effect(publish)`, so no tool may have it. */
export const effectRule = 'Effect';

export function isEffectName(text: string): text is EffectName {
  return Object.hasOwn(effectTable, text);
}

/** Effects that an approval may cover only for this exact call: others see them, they cost money, or they cannot be undone. */
export const graveEffects: ReadonlySet<EffectName> = new Set([
  'lose',
  'machine',
  'remote-change',
  'remote-destroy',
  'remote-run',
  'send',
  'publish',
  'sign-in',
  'pay',
]);

/** Something that happens when a part runs. */
export interface Effect {
  readonly effect: EffectName;
  /** The words of the call leave it open: ask and deny rules may match, and an allow must cover it too. */
  readonly possible?: true;
  /** What it removes is kept before the call runs. */
  readonly kept?: readonly KeepQuestion[];
  /** Why what it removes is not kept, although keeping is on. */
  readonly unkept?: string;
  /** The file or host that it affects. A rule about that file or host covers the effect as well. */
  readonly access?: PathAccess | HostAccess;
}
