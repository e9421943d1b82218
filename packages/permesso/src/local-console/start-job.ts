import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { messageOf } from '@permesso/engine/internal/errors';
import type { Job } from './jobs.ts';

/** Runs a job and says what came of it: its result, or `problem` with what went wrong. Requests are answered meanwhile. */
export type StartJob = (job: Job) => Promise<unknown>;

const extension = extname(import.meta.url);

// A thread inherits the options of the process, but not the conditions that a test runner resolves with.
const execArgv = extension === '.ts' ? ['--conditions=@permesso/source'] : [];

export const startJob: StartJob = async (job) => {
  const worker = new Worker(new URL(`./job-thread${extension}`, import.meta.url), {
    workerData: job,
    ...(execArgv.length === 0 ? {} : { execArgv }),
  });
  try {
    const [result] = (await once(worker, 'message')) as [unknown];
    return result;
  } catch (error) {
    return { problem: messageOf(error) };
  } finally {
    await worker.terminate();
  }
};
