import {
  type Approved,
  evaluateAgain,
  type Learning,
  learnRules,
  withRules,
} from '@permesso/engine/decision';
import type { Layer } from '@permesso/engine/policy';
import { readLog, type ReadLogOptions } from '@permesso/gate/log';
import { isUnder } from '@permesso/engine/facts';
import type { PlaceOptions } from '@permesso/gate/disk';
import { codeToTrust } from './untrusted-code.ts';
import { attacksFrom, historyFrom } from './log-history.ts';

export interface SuggestOptions extends ReadLogOptions {
  /** The directory of the log. */
  readonly log: string;
  readonly layers: readonly Layer[];
  /** Files with cases that no proposed rule may allow. */
  readonly hostile: readonly string[];
  /** Approvals needed before a rule is proposed. */
  readonly least: number;
  /** A project whose code the person might trust. */
  readonly cwd?: string;
}

export interface Suggestions extends Learning {
  /** Prompts that trusting the project's code would save. */
  readonly trustingCode: number;
}

/** Rules that would have saved prompts, tried on the log and on known attacks. */
export function suggestRules({ log, layers, hostile, least, cwd, ...reading }: SuggestOptions): Suggestions {
  const history = historyFrom(readLog(log, reading));
  const learning = learnRules(history, { layers, hostile: attacksFrom(hostile), least });
  const trustingCode = cwd === undefined ? 0 : savedByTrustingCode(history, { layers, cwd });
  return { ...learning, trustingCode };
}

interface TrustingOptions {
  readonly layers: readonly Layer[];
  /** The project's directory. */
  readonly cwd: string;
  readonly places?: PlaceOptions;
}

/**
 * How many of these prompts trusting this project's code would save (`permesso trust code`). No rule is learnt about
 * calls that run a project's own code, so trust is the only way to reduce them.
 */
function savedByTrustingCode(
  history: readonly Approved[],
  { layers, cwd, places = {} }: TrustingOptions,
): number {
  const project = codeToTrust(cwd, places);
  if (project === undefined) return 0;
  const [today, then] = [withRules(layers, []), withRules([...layers, ...project.layers()], [])];
  return history
    .filter(({ item }) => isUnder(item.world.cwd, project.directory))
    .filter(
      ({ item }) =>
        evaluateAgain(item, today).verdict === 'ask' && evaluateAgain(item, then).verdict === 'allow',
    )
    .reduce((sum, { yes, no }) => sum + yes + no, 0);
}
