import { join } from 'node:path';
import { describeTargets, keepLosses, lookAtLoss, type Keeper } from '@permesso/gate/keep';
import { readLogBackwards } from '@permesso/gate/log';

/** Effects about whose target this machine may know more: for the others nothing is loaded. */
const mayBeKnown = /^(?:overwrites|reaches|runs a script from|deletes) /u;

/** Keeps in the state of this person; nothing on Windows. A file of its own in the bundle: it is read only where a call loses something. */
export function hookKeeper(state: string): { readonly keeper?: Keeper } {
  if (process.platform === 'win32') return {};
  const keeper: Keeper = {
    look: (asked, settings) => lookAtLoss(asked, { state, settings, now: Date.now() }),
    keep: (losses, how) => keepLosses(losses, { ...how, state, now: Date.now() }),
    describe: async (about, effects) =>
      effects.some(({ words }) => mayBeKnown.test(words))
        ? describeTargets(about, effects, {
            entries: () => readLogBackwards(join(state, 'log')),
            now: Date.now(),
          })
        : effects,
  };
  return { keeper };
}
