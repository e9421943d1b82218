import { numberIn, type SettingsPart } from '../settings.ts';

export const machineSettings = {
  variables: [['PERMESSO_SILENT_HOURS', 'hours without a report after which a machine is silent', '72']],
  read: (env) => ({
    /** Hours without a report after which a machine counts as silent. */
    silentHours: numberIn(env, 'PERMESSO_SILENT_HOURS', { absent: 72, least: 1, most: 8760 }),
  }),
} satisfies SettingsPart;
