import type { Module } from '../module.ts';
import { machineRoutes } from './machine-routes.ts';
import { machineSettings } from './machine-settings.ts';
import { sweepMachines } from './sweep-machines.ts';

export { machineStandards } from './machine-standards.ts';

const sweepEveryMs = 60_000;

export const machinesModule = {
  name: 'machines',
  settings: machineSettings,
  open: (context) => {
    const own = { ...context.settings, ...machineSettings.read(context.settings.env), ...context };
    return {
      routes: machineRoutes(own),
      jobsIn: ({ database }) => [{ everyMs: sweepEveryMs, work: () => sweepMachines({ ...own, database }) }],
    };
  },
} satisfies Module;
