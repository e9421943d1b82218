/**
 * How a call that asks is handled while the team server cannot be reached. What the team itself asks about is denied either
 * way, because only someone else may approve it. `local`: the rest is asked about on this machine. `deny`: the rest is denied
 * as well.
 */
export const offlineChoices = ['local', 'deny'] as const;

export type Offline = (typeof offlineChoices)[number];
