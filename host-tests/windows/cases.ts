import { answerCases } from './answer-cases.ts';
import { failureCases } from './failure-cases.ts';
import type { WindowCase } from './window-case.ts';

export const windowCases: readonly WindowCase[] = [...answerCases, ...failureCases];
