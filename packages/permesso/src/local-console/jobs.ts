import type { HealthData } from '../health/health-report.ts';
import { loadPolicy } from '@permesso/gate/gate';
import { verifyLog, type Verification } from '@permesso/gate/log';
import { lintAndFix, lintLoaded, type Tidied } from '../review/lint-files.ts';
import { hostileFiles } from '../review/log-history.ts';
import { suggestRules, type SuggestOptions } from '../review/suggest-rules.ts';
import type { PlaceOptions } from '@permesso/gate/disk';

interface ProjectPlace extends PlaceOptions {
  readonly cwd: string;
}

/**
 * Work that reads the whole log, tries rules on all of it, or reads the settings of every agent program. Plain data,
 * because it is sent to a thread.
 */
export type Job =
  | { readonly is: 'verify'; readonly log: string }
  | { readonly is: 'suggest'; readonly log: string; readonly place: ProjectPlace }
  | { readonly is: 'tidy'; readonly place: ProjectPlace }
  /** `canary`: start this agent's real program, and report on it alone. */
  | { readonly is: 'doctor'; readonly place: ProjectPlace; readonly canary?: string };

/** The default of `permesso suggest`. */
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
    case 'doctor': {
      // It loads every agent program's setup: the other jobs start without that.
      const { examineAgents } = await import('./examine-agents.ts');
      return await examineAgents(job.place, job.canary);
    }
  }
}

function suggesting({ log, place }: Extract<Job, { is: 'suggest' }>): SuggestOptions {
  return { log, layers: loadPolicy(place).layers, hostile: hostileFiles([]), least: leastApprovals };
}
