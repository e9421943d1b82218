import { learnRules, type Learning } from '@permesso/engine/internal/decision/learn/learn-rules';
import type { Layer } from '@permesso/engine/internal/policy/layer';
import { readLog, type ReadLogOptions } from '../log/file/read-log.ts';
import { attacksFrom, historyFrom } from './log-history.ts';

export interface SuggestOptions extends ReadLogOptions {
  /** The directory of the log. */
  readonly log: string;
  readonly layers: readonly Layer[];
  /** Files with cases that no proposed rule may allow. */
  readonly hostile: readonly string[];
  /** Approvals that a rule needs to be proposed. */
  readonly least: number;
}

/** Rules that would have saved prompts, tried on the log and on known attacks. */
export function suggestRules({ log, layers, hostile, least, ...reading }: SuggestOptions): Learning {
  return learnRules(historyFrom(readLog(log, reading)), { layers, hostile: attacksFrom(hostile), least });
}
