import type { ServerContext } from '../module.ts';
import { machineSettings } from './machine-settings.ts';

/** The standards that machines are measured against. */
export interface MachineStandards {
  readonly silentBefore: Date;
  readonly newest: readonly number[];
}

interface StandardsOptions extends Pick<ServerContext, 'now' | 'version'> {
  /** Hours without a report after which a machine is silent. */
  readonly silentHours: number;
}

export function standardsAt({ now, version, silentHours }: StandardsOptions): MachineStandards {
  return { silentBefore: new Date(now() - silentHours * 60 * 60_000), newest: numbersOf(version) };
}

export function machineStandards(context: ServerContext): MachineStandards {
  return standardsAt({ ...context, ...machineSettings.read(context.settings.env) });
}

/** `1.4.0-rc.1` counts as 1.4.0: clients are compared by release. */
function numbersOf(version: string): readonly number[] {
  return (version.split('-', 1)[0] ?? '').split('.').map(Number);
}
