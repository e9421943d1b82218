import { keepLosses, lookAtLoss, type Keeper } from '@permesso/gate/keep';

/** Keeps in the state of this person. A file of its own in the bundle: it is read only where a call loses something. */
export function hookKeeper(state: string): Keeper {
  return {
    look: (asked, settings) => lookAtLoss(asked, { state, settings, now: Date.now() }),
    keep: (losses, how) => keepLosses(losses, { ...how, state, now: Date.now() }),
  };
}
