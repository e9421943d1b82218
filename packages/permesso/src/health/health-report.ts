import { definedFields } from '@permesso/engine/call';
import type { PlaceOptions, Places } from '@permesso/gate/disk';
import type { FoundHost } from '../install/find-hosts.ts';
import type { HostPlaces, Programs } from '../install/installer.ts';
import { globalDenies } from '../install/prepare.ts';
import { residentHealth } from '../resident/resident-health.ts';
import type { Check } from '../examine/finding.ts';
import { hostHealth, type HostHealth } from './host-health.ts';
import { machineHealth } from './machine-health.ts';

/** What is examined, and for which installation of Permesso. */
export interface ExaminedMachine {
  readonly places: HostPlaces;
  readonly ours: Places;
  readonly programs: Programs;
  /** Policy locations, where they differ from this person's. */
  readonly options?: PlaceOptions;
}

/** Checks that concern every agent. */
export async function machineChecks(examined: ExaminedMachine): Promise<readonly Check[]> {
  const { places, ours, programs, options = {} } = examined;
  return [
    ...machineHealth({ places: ours, programs, cwd: places.project, options }),
    ...(await residentHealth({ places: ours, programs })),
  ];
}

/** Checks one agent. `canary`: start the real program now; otherwise the last result is reported. */
export function hostReport(
  found: FoundHost,
  { places, ours, programs }: ExaminedMachine,
  { machine, canary }: { readonly machine: readonly Check[]; readonly canary: boolean },
): Promise<HostHealth> {
  return hostHealth(found, {
    situation: { places, programs, denies: globalDenies({ places, ours }) },
    state: ours.state,
    policyLoads: machine.every(({ name, is }) => name !== 'policy' || is === 'ok'),
    canary,
    now: () => new Date(),
  });
}

/** Printed by `permesso doctor --json` and shown in the console. */
export interface HealthData {
  readonly machine: readonly Check[];
  readonly hosts: readonly HostData[];
}

interface HostData extends Pick<HostHealth, 'checks' | 'shadows'> {
  readonly name: string;
  readonly title: string;
  readonly measured: FoundHost['installer']['measured'];
  readonly program?: string;
  readonly canary: {
    readonly result: HostHealth['canary']['result'];
    readonly why: string;
    readonly at?: string;
  };
}

export function healthData(machine: readonly Check[], hosts: readonly HostHealth[]): HealthData {
  return {
    machine,
    hosts: hosts.map(({ found, checks, shadows, canary }) => ({
      name: found.installer.name,
      title: found.installer.title,
      measured: found.installer.measured,
      ...definedFields({ program: found.program }),
      checks,
      shadows,
      canary: { result: canary.result, why: canary.why, ...definedFields({ at: canary.at }) },
    })),
  };
}
