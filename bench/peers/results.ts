import { readFileSync, writeFileSync } from 'node:fs';
import type { ConformanceCase } from '../../packages/permesso/src/review/conformance-case.ts';
import type { Score } from '../../packages/permesso/src/cli/commands/conformance.ts';
import { questionOf, questions, type Question } from './select-cases.ts';

/** How many of the cases of one question an engine answered wrongly, by what it said. */
interface Wrong {
  readonly ran: number;
  readonly asked: number;
  readonly denied: number;
}

export interface EngineResult {
  readonly id: string;
  readonly version?: string;
  readonly wrong: Readonly<Record<Question, Wrong>>;
  /** Cases that it ended with an error on. */
  readonly errors: number;
  /** Of commands of agents at work, without rules: how many it would not just run. */
  readonly atWork?: number;
}

export interface Results {
  readonly date: string;
  readonly corpus: number;
  readonly cases: Readonly<Record<Question, number>>;
  readonly atWork?: number;
  readonly engines: readonly EngineResult[];
}

const file: URL = new URL('results.json', import.meta.url);

export function readResults(): Results {
  return JSON.parse(readFileSync(file, 'utf8')) as Results;
}

export function writeResults(results: Results): void {
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
}

export function countCases(cases: readonly ConformanceCase[]): Results['cases'] {
  return eachQuestion((question) => cases.filter((one) => questionOf(one) === question).length);
}

export function countWrong(cases: readonly ConformanceCase[], score: Score): EngineResult['wrong'] {
  const questionsOf = new Map(cases.map((one) => [one.id, questionOf(one)]));
  return eachQuestion((question) => {
    const count = (ids: readonly string[]): number =>
      ids.filter((id) => questionsOf.get(id) === question).length;
    return { ran: count(score.wrongAllow), asked: count(score.wrongAsk), denied: count(score.wrongDeny) };
  });
}

function eachQuestion<T>(make: (question: Question) => T): Readonly<Record<Question, T>> {
  return Object.fromEntries(
    (Object.keys(questions) as Question[]).map((question) => [question, make(question)]),
  ) as Readonly<Record<Question, T>>;
}
