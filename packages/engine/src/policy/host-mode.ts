import { readMode, type Mode } from './mode-name.ts';
import type { Policy } from './policy.ts';

/** The modes of an agent program that a policy may honour. Never bypass: a repository's settings can choose it. */
export const hostModes: readonly Mode[] = ['acceptEdits'];

/**
 * The effective mode while the agent program reports a mode of its own. A repository's settings can choose that mode, so it
 * only tightens; it loosens only as far as the person's or the managed policy lists it under `hostModes`.
 */
export function modeUnderHost(
  policy: Pick<Policy, 'mode' | 'hostModes' | 'restrictions'>,
  said: string | undefined,
): Mode {
  const { mode = 'default', restrictions } = policy;
  switch (said === undefined ? undefined : readMode(said)) {
    // Not in place of explore, which refuses edits even if a rule allows them.
    case 'dontAsk':
      return mode === 'explore' ? mode : 'dontAsk';
    // What it may write while planning is up to the program; acceptEdits and bypass become default here, so it asks.
    case 'explore':
      return mode === 'acceptEdits' || mode === 'bypass' ? 'default' : mode;
    case 'acceptEdits':
      return mode === 'default' &&
        policy.hostModes?.includes('acceptEdits') === true &&
        (restrictions.modes ?? hostModes).includes('acceptEdits')
        ? 'acceptEdits'
        : mode;
    case 'default':
    case 'bypass':
    case undefined:
      return mode;
  }
}
