import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { BeforeTransaction } from '../../database/before-transaction.ts';
import { Problem } from '../../route/problem.ts';
import type { PolicyJobInput, PolicyJobName, PolicyJobResult } from './policy-jobs.ts';
import { createThreadPool, type JobOutcome, type ThreadPoolOptions } from './thread-pool.ts';

const limits: Omit<ThreadPoolOptions, 'size'> = {
  // The file beside this one: `.js` in the published package.
  file: new URL(`./policy-thread${extname(import.meta.url)}`, import.meta.url),
  processorMs: 1600,
  longestMs: 10_000,
  patienceMs: 10_000,
  mostWaiting: 64,
  mostOfOne: 16,
  memoryMb: 256,
};

/**
 * Two kinds of work, texts being edited and answers that agents wait for: the first must not keep the second from a
 * thread.
 */
const size = Math.max(1, Math.min(2, availableParallelism() - 1));
const written = createThreadPool({ ...limits, size });
const inForce = createThreadPool({ ...limits, size });

export function startPolicyThreads(): void {
  written.warm();
  inForce.warm();
}

export interface PolicyJob<N extends PolicyJobName> {
  readonly is: N;
  readonly input: PolicyJobInput<N>;
}

/** For a text that takes too long: refused while being edited, and treated as the strictest if active. */
export const tooLong = 'it takes too long to examine: use fewer rules, or rules with fewer wildcards';

/** A job that a person triggers, by editing or asking, for an organisation. */
export async function policyAnswer<N extends PolicyJobName>(
  job: PolicyJob<N>,
  organisation: string,
): Promise<PolicyJobResult<N>> {
  const outcome = await written.run(job, organisation);
  const found = resultOf<N>(outcome);
  if (found === tooLong) throw new Problem(422, `the policy cannot be used: ${tooLong}`);
  return found;
}

/** Prepares an answer for a transaction that will need it. */
export function keepPolicyAnswer<N extends PolicyJobName>(
  job: PolicyJob<N>,
  result: PolicyJobResult<N>,
): void {
  keepResult(jobName(job), JSON.stringify(result));
}

/**
 * For use inside a transaction, on texts read in it. A missing answer is computed before the transaction restarts, so
 * no row is locked meanwhile. `tooLong` if the computation was stopped.
 */
export function knownPolicyAnswers<N extends PolicyJobName>(
  jobs: readonly PolicyJob<N>[],
): readonly (PolicyJobResult<N> | typeof tooLong)[] {
  const found = jobs.map((job) => keptAnswer(jobName(job)));
  const missing = jobs.filter((_, at) => found[at] === undefined);
  if (missing.length > 0) throw new BeforeTransaction(() => workOut(missing));
  return found.map((each) => JSON.parse(each ?? 'null') as PolicyJobResult<N> | typeof tooLong);
}

async function workOut(jobs: readonly PolicyJob<PolicyJobName>[]): Promise<void> {
  await Promise.all(
    jobs.map(async (job) => {
      const name = jobName(job);
      const outcome = resultOf(await inForce.run(job, jobTexts(job)));
      keepResult(name, JSON.stringify(outcome));
    }),
  );
}

/** Jobs about the same texts are queued together. */
function jobTexts({ input }: PolicyJob<PolicyJobName>): string {
  const { text, baseline, after } = input as Readonly<Record<string, unknown>>;
  return hash('sha256', JSON.stringify([text, baseline, after]));
}

function resultOf<N extends PolicyJobName>(outcome: JobOutcome): PolicyJobResult<N> | typeof tooLong {
  if (outcome === 'busy') throw new Problem(503, 'the server is busy with other policies', { retryAfter: 3 });
  if ('refused' in outcome) throw new Problem(422, outcome.refused);
  if ('failed' in outcome) throw new Error(outcome.failed);
  return 'ended' in outcome ? tooLong : (JSON.parse(outcome.result) as PolicyJobResult<N>);
}

interface KeptAnswer {
  readonly result: string;
  readonly at: number;
}

/** By the job. Short-lived: rules expire. */
const kept = new Map<string, KeptAnswer>();
const longestKeptMs = 30_000;
const mostKept = 2000;
const mostLength = 16_000_000;
let length = 0;

function jobName(job: PolicyJob<PolicyJobName>): string {
  return hash('sha256', JSON.stringify([job.is, job.input]));
}

function keptAnswer(name: string): string | undefined {
  const found = kept.get(name);
  return found === undefined || performance.now() - found.at > longestKeptMs ? undefined : found.result;
}

function keepResult(name: string, result: string): void {
  length += result.length - (kept.get(name)?.result.length ?? 0);
  kept.delete(name);
  kept.set(name, { result, at: performance.now() });
  for (const [oldest, gone] of kept) {
    if ((kept.size <= mostKept && length <= mostLength) || oldest === name) break;
    kept.delete(oldest);
    length -= gone.result.length;
  }
}
