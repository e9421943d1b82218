/**
 * What becomes of a call that asks while the team server cannot be asked. What the team itself asks about is denied
 * either way: only somebody else may approve it. `local`: the rest is asked about on this machine. `deny`: the rest is
 * denied as well.
 */
export const offlineChoices = ['local', 'deny'] as const;

export type Offline = (typeof offlineChoices)[number];
