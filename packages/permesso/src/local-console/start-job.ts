import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { messageOf } from '@permesso/engine/call';
import type { Job } from './jobs.ts';

/** Runs a job and returns its result, or `problem` with the error. Requests are answered in the meantime. */
export type StartJob = (job: Job) => Promise<unknown>;

/** Each job in a thread of its own that runs this file. */
export function jobsIn(file: URL): StartJob {
  return async (job) => {
    const worker = new Worker(file, { workerData: job });
    try {
      const [result] = (await once(worker, 'message')) as [unknown];
      return result;
    } catch (error) {
      return { problem: messageOf(error) };
    } finally {
      await worker.terminate();
    }
  };
}

/** The file beside this one: `.cjs` in what is published. */
export const startJob: StartJob = jobsIn(new URL(`./job-thread${extname(import.meta.url)}`, import.meta.url));
