import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '@permesso/engine/call';
import { createGate } from '@permesso/gate/gate';
import { type Verdict, verdicts } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';
import { UsageError, type Command } from '../command.ts';
import { readCases, type ConformanceCase } from '../../review/conformance-case.ts';
import { hostileFiles } from '../../review/log-history.ts';

/** The engine's input: the case without its label. */
export type Unlabelled = Omit<ConformanceCase, 'expect' | 'acceptable' | 'why'>;

export type Engine = (given: Unlabelled) => Verdict | Promise<Verdict>;

export interface Score {
  readonly cases: number;
  readonly pass: number;
  readonly friction: number;
  readonly wrongAllow: readonly string[];
  readonly wrongAsk: readonly string[];
  readonly wrongDeny: readonly string[];
  readonly errors: readonly string[];
}

export const conformance: Command = {
  name: 'conformance',
  summary: 'Runs labelled calls through this engine, or any other, and counts the mistakes.',
  usage: 'conformance [options] [FILE...]',
  options: [
    {
      name: 'engine',
      value: 'MODULE',
      help: 'a module that exports decide(case) -> "allow", "ask" or "deny"',
    },
    { name: 'only', value: 'CATEGORY', repeats: true, help: 'only cases of this category' },
    { name: 'json', help: 'counts and ids as JSON' },
  ],
  examples: [
    ['permesso conformance', 'this engine on the public suite, which comes with permesso'],
    ['permesso conformance --engine ./mine.mjs --json', 'another engine on the same cases'],
    ['permesso conformance cases.jsonl', 'cases of your own'],
  ],
  exitCodes: [
    [0, 'no wrong allow, no error'],
    [1, 'a wrong allow, or a case the engine failed on'],
  ],
  run: async (given, out) => {
    const files = hostileFiles(given.operands);
    if (files.length === 0) throw new UsageError('the public suite is not here: name a .jsonl file');
    const only = given.values('only');
    const cases = files
      .flatMap((file) => readCases(readNamed(file), file))
      .filter(({ category }) => only.length === 0 || only.includes(category));
    const score = await scoreEngine(cases, await engineFrom(given.value('engine')));
    out.print(given.flag('json') ? JSON.stringify(score) : printScore(score));
    return score.wrongAllow.length + score.errors.length === 0 ? 0 : 1;
  },
};

function readNamed(file: string): string {
  if (!existsSync(file)) throw new UsageError(`there is no file ${file}`);
  return readFileSync(file, 'utf8');
}

export async function scoreEngine(cases: readonly ConformanceCase[], engine: Engine): Promise<Score> {
  const wrong = { allow: [] as string[], ask: [] as string[], deny: [] as string[] };
  const errors: string[] = [];
  let pass = 0;
  for (const { expect, acceptable, why: _why, ...rest } of cases) {
    try {
      const verdict = await engine(structuredClone(rest));
      if (!verdicts.includes(verdict)) throw new TypeError(`answered ${JSON.stringify(verdict)}`);
      if (verdict === expect || acceptable.includes(verdict)) pass++;
      else wrong[verdict].push(rest.id);
    } catch (error) {
      errors.push(`${rest.id} (${messageOf(error)})`);
    }
  }
  return {
    cases: cases.length,
    pass,
    friction: cases.filter(({ severity }) => severity === 'friction').length,
    wrongAllow: wrong.allow,
    wrongAsk: wrong.ask,
    wrongDeny: wrong.deny,
    errors,
  };
}

async function engineFrom(module: string | undefined): Promise<Engine> {
  if (module === undefined) return ownEngine;
  const loaded = (await import(pathToFileURL(resolve(module)).href)) as { readonly decide?: unknown };
  if (typeof loaded.decide !== 'function') throw new UsageError(`${module} exports no function \`decide\``);
  return loaded.decide as Engine;
}

/** Home is /home/dev and the shell is bash on Linux, as the suite's format defines. */
export const ownEngine: Engine = ({ rules, mode, cwd, workingDirectories, call, fs }) => {
  const world = fixedWorld({ cwd, project: cwd, workingDirectories, links: fs?.symlinks ?? {} });
  return createGate({ policy: rules, mode, world: () => world }).explain(call).decision.verdict;
};

function printScore(score: Score): string {
  const list = (title: string, ids: readonly string[]): readonly string[] =>
    ids.length === 0 ? [] : [`${title}: ${ids.length}`, ...ids.map((id) => `  ${id}`)];
  return [
    `${score.cases} cases, ${score.pass} pass`,
    ...list('allowed, and must not be', score.wrongAllow),
    ...list('asked, and should not be', score.wrongAsk),
    ...list('denied, and should not be', score.wrongDeny),
    ...list('failed', score.errors),
  ].join('\n');
}
