import { join } from 'node:path';
import { describeTargets, keepLosses, lookAtLoss, type Keeper } from '@permesso/gate/keep';
import { readLogBackwards } from '@permesso/gate/log';

/** Effects whose target this machine may know more about; for all others nothing is loaded. */
const mayBeKnown = /^(?:overwrites|reaches|runs a script from|deletes) /u;

/**
 * Keeps copies in this person's state; undefined on Windows. A separate file in the bundle, loaded only if a call
 * loses something.
 */
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
