import { dirname } from 'node:path';
import { loadPolicy } from '../gate/load-policy.ts';
import { healthData, hostReport, machineChecks, type HealthData } from '../hosts/health/health-report.ts';
import type { HostHealth } from '../hosts/health/host-health.ts';
import { findHosts } from '../hosts/install/find-hosts.ts';
import { thisInstallation } from '../hosts/install/programs.ts';
import { installers } from '../hosts/installers.ts';
import { verifyLog, type Verification } from '../log/file/verify-log.ts';
import { lintAndFix, lintLoaded, type Tidied } from '../review/lint-files.ts';
import { hostileFiles } from '../review/log-history.ts';
import { suggestRules, type SuggestOptions } from '../review/suggest-rules.ts';
import { findPlaces, type PlaceOptions } from '../storage/policy-places.ts';

interface ProjectPlace extends PlaceOptions {
  readonly cwd: string;
}

/** Work that reads all of the log, tries rules on all of it, or reads the settings of every agent program. Plain data: it is handed to a thread. */
export type Job =
  | { readonly is: 'verify'; readonly log: string }
  | { readonly is: 'suggest'; readonly log: string; readonly place: ProjectPlace }
  | { readonly is: 'tidy'; readonly place: ProjectPlace }
  /** `canary`: start this agent's real program, and report on it alone. */
  | { readonly is: 'doctor'; readonly place: ProjectPlace; readonly canary?: string };

/** As `permesso suggest` without options. */
const leastApprovals = 3;

type JobResult = Verification | ReturnType<typeof suggestRules> | Tidied | HealthData;

export async function runJob(job: Job): Promise<JobResult> {
  switch (job.is) {
    case 'verify':
      return verifyLog(job.log, {});
    case 'suggest':
      return suggestRules(suggesting(job));
    case 'tidy': {
      const { place } = job;
      return await lintAndFix(() => lintLoaded(() => loadPolicy(place), place.cwd), place.cwd);
    }
    case 'doctor':
      return await examine(job);
  }
}

function suggesting({ log, place }: Extract<Job, { is: 'suggest' }>): SuggestOptions {
  return { log, layers: loadPolicy(place).layers, hostile: hostileFiles([]), least: leastApprovals };
}

async function examine({ place, canary }: Extract<Job, { is: 'doctor' }>): Promise<HealthData> {
  const { cwd, ...options } = place;
  const ours = findPlaces(options);
  const env = options.env ?? process.env;
  const places = { home: ours.home, config: dirname(ours.config), project: cwd, env };
  const examined = {
    places,
    ours,
    programs: thisInstallation({ path: env['PATH'], state: ours.state }),
    options,
  };
  const machine = await machineChecks(examined);
  const found = findHosts(installers, places).filter(
    ({ installer }) => canary === undefined || installer.name === canary,
  );
  const hosts: HostHealth[] = [];
  for (const each of found)
    hosts.push(await hostReport(each, examined, { machine, canary: canary !== undefined }));
  return healthData(machine, hosts);
}
