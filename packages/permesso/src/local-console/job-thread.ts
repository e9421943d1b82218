/** The thread of one job: its result is its only message. An error ends the thread and is reported by Node. */
import { parentPort, workerData } from 'node:worker_threads';
import { runJob, type Job } from './jobs.ts';

// Nothing may wait at the top: this is bundled as CommonJS.
void tellResult(workerData as Job);

async function tellResult(job: Job): Promise<void> {
  const result = await runJob(job);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(result);
}
