import { dirname } from 'node:path';
import { healthData, hostReport, machineChecks, type HealthData } from '../health/health-report.ts';
import type { HostHealth } from '../health/host-health.ts';
import { findHosts } from '../install/find-hosts.ts';
import { thisInstallation } from '../install/programs.ts';
import { hosts as allHosts } from '../host-lists/hosts.ts';
import { findPlaces, type PlaceOptions } from '@permesso/gate/disk';
import { installedPlaces } from '../launch/launch-places.ts';

/** The checks of `permesso doctor`. `canary`: start this agent's real program, and report on it alone. */
export async function examineAgents(
  place: PlaceOptions & { readonly cwd: string },
  canary?: string,
): Promise<HealthData> {
  const { cwd, ...options } = place;
  const ours = findPlaces(options);
  const env = options.env ?? process.env;
  const places = { home: ours.home, config: dirname(ours.config), project: cwd, env };
  const examined = {
    places,
    ours,
    programs: thisInstallation({ path: env['PATH'], state: ours.state, places: installedPlaces(ours) }),
    options,
  };
  const machine = await machineChecks(examined);
  const found = findHosts(allHosts, places).filter(
    ({ installer }) => canary === undefined || installer.name === canary,
  );
  const hosts: HostHealth[] = [];
  for (const each of found)
    hosts.push(await hostReport(each, examined, { machine, canary: canary !== undefined }));
  const { home } = ours;
  return JSON.parse(JSON.stringify(healthData(machine, hosts)), (_, value: unknown) =>
    typeof value === 'string' ? fromHome(value, home) : value,
  ) as HealthData;
}

/** Paths as a person writes them: below `~`. A longer path may hold the home in its middle, and a shell expands no `~` in quotes. */
export function fromHome(text: string, home: string): string {
  const [first = '', ...rest] = text.split(`${home}/`);
  return rest.reduce((before, after) => `${before}${/[^\s(`]$/u.test(before) ? home : '~'}/${after}`, first);
}
