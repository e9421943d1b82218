import { readMode, type Mode } from './mode-name.ts';
import type { Policy } from './policy.ts';

/** The modes of an agent program that a policy may let count. Never bypass: a repository's settings can choose it. */
export const hostModes: readonly Mode[] = ['acceptEdits'];

/**
 * The mode to decide in, while the agent program says that it is in a mode of its own. The settings of a repository can choose that
 * one, so it tightens only; it loosens as far as the person's own or the managed policy lists it under `hostModes`.
 */
export function modeUnderHost(
  policy: Pick<Policy, 'mode' | 'hostModes' | 'restrictions'>,
  said: string | undefined,
): Mode {
  const { mode = 'default', restrictions } = policy;
  switch (said === undefined ? undefined : readMode(said)) {
    // Not instead of explore: that one refuses edits which a rule allows.
    case 'dontAsk':
      return mode === 'explore' ? mode : 'dontAsk';
    // What it may write while it plans is its own business; it gets no more than it would be asked about.
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
