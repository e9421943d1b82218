/** A thread that runs jobs one at a time. */
import { parentPort } from 'node:worker_threads';
import { messageOf } from '@permesso/engine/call';
import { Refused } from 'permesso/team-server';
import { policyJobs, type PolicyJobName } from './policy-jobs.ts';
import type { JobReply } from './thread-pool.ts';

function reply(is: PolicyJobName, input: unknown): JobReply {
  try {
    const run = policyJobs[is] as (input: unknown) => unknown;
    // As text: the other side receives a single string, however many rules it lists.
    return { result: JSON.stringify(run(input) ?? null) };
  } catch (error) {
    return error instanceof Refused ? { refused: error.message } : { failed: messageOf(error) };
  }
}

parentPort?.on('message', ({ is, input }: { readonly is: PolicyJobName; readonly input: unknown }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(reply(is, input));
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage('ready');
