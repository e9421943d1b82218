import { type Learning, learnRules } from '@permesso/engine/decision';
import type { Layer } from '@permesso/engine/policy';
import { readLog, type ReadLogOptions } from '@permesso/gate/log';
import { attacksFrom, historyFrom } from './log-history.ts';
import { savedByTrustingCode } from './trusting-code.ts';

export interface SuggestOptions extends ReadLogOptions {
  /** The directory of the log. */
  readonly log: string;
  readonly layers: readonly Layer[];
  /** Files with cases that no proposed rule may allow. */
  readonly hostile: readonly string[];
  /** Approvals that a rule needs to be proposed. */
  readonly least: number;
  /** A project whose code the person might trust. */
  readonly cwd?: string;
}

export interface Suggestions extends Learning {
  /** Prompts that would not come if the person trusted the code of the project. */
  readonly trustingCode: number;
}

/** Rules that would have saved prompts, tried on the log and on known attacks. */
export function suggestRules({ log, layers, hostile, least, cwd, ...reading }: SuggestOptions): Suggestions {
  const history = historyFrom(readLog(log, reading));
  const learning = learnRules(history, { layers, hostile: attacksFrom(hostile), least });
  const trustingCode = cwd === undefined ? 0 : savedByTrustingCode(history, { layers, cwd });
  return { ...learning, trustingCode };
}
