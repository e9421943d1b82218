import { numberIn, type SettingsPart } from '../settings.ts';

export const auditSettings = {
  variables: [
    ['PERMESSO_BATCHES_TOGETHER', 'batches of agents stored by one transaction; 1 gives each its own', '100'],
  ],
  read: (env) => ({
    /** How many agents' batches one transaction may store. */
    batchesTogether: numberIn(env, 'PERMESSO_BATCHES_TOGETHER', { absent: 100, least: 1, most: 1000 }),
  }),
} satisfies SettingsPart;
