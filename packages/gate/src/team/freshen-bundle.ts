import { setTimeout as wait } from 'node:timers/promises';
import { bundleProblem, type BundleStateOptions } from './bundle-state.ts';
import { ServerAway } from './server-request.ts';
import { syncTeam } from './sync-team.ts';

/** Milliseconds that a call waits for a policy without which it would be denied. */
const longest = 3000;

/**
 * Fetches the team's policy if the local copy has expired, so that a machine that slept for a week need not deny
 * first. True if the files may have changed.
 */
export async function freshenBundle(options: BundleStateOptions): Promise<boolean> {
  if (bundleProblem(options) === undefined) return false;
  const over = new AbortController();
  try {
    await Promise.race([
      syncTeam(options.directory, options.membership),
      wait(longest, undefined, { signal: over.signal }),
    ]);
  } catch (error) {
    if (!(error instanceof ServerAway)) throw error;
  } finally {
    over.abort();
  }
  return true;
}
