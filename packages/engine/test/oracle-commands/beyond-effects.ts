import type { EffectName } from '../../src/facts/effect.ts';

/** What a program is seen to do in the repository, and beyond this machine. */
export type Deed = 'runs' | 'writes' | 'removes' | 'reaches';

const anything: readonly Deed[] = ['runs', 'writes', 'removes', 'reaches'];
const elsewhere: readonly Deed[] = ['reaches'];

/** What each effect covers. Code that a program loads may do anything, and git runs the hooks of a repository when it commits. */
const covered: Readonly<Record<EffectName, readonly Deed[]>> = {
  read: [],
  secret: [],
  edit: ['writes'],
  // A directory above is written to.
  delete: ['removes', 'writes'],
  lose: ['removes', 'writes'],
  commit: ['runs', 'writes', 'removes'],
  run: anything,
  'run-other': anything,
  install: anything,
  serve: anything,
  machine: anything,
  fetch: elsewhere,
  'remote-read': elsewhere,
  // What is left of the remote system is written down here: terraform.tfstate.
  'remote-change': ['reaches', 'writes'],
  'remote-destroy': ['reaches', 'writes'],
  'remote-run': elsewhere,
  send: elsewhere,
  publish: elsewhere,
  'sign-in': elsewhere,
  pay: elsewhere,
};

/** Whether one of the effects that are stated, certain or possible, covers what was seen. */
export function isCovered(deed: Deed, effects: readonly EffectName[]): boolean {
  return effects.some((effect) => covered[effect].includes(deed));
}
