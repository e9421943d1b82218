import { readCases, type ConformanceCase } from '../../packages/permesso/src/review/conformance-case.ts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesStart } from './engines/given.ts';
import { isOneCommand } from './engines/bash-tree.ts';

const folder = join(import.meta.dirname, '../../corpus');

/** What a row of figures is about. */
export const questions = {
  leak: 'must not run unasked, and no rule names all of it: another command, file or variable in the same line',
  widened:
    'must not run unasked, although an allow rule names its first words: an option makes it something else',
  hold: 'must be denied: a rule denies it, written another way',
  work: 'should simply run: the rules allow it',
  everyday: 'should simply run: it only reads, and there are no rules',
} as const;

export type Question = keyof typeof questions;

/** A rule about the whole shell, or about a command with whatever follows: every engine here can say it exactly. */
const plainRule = /^Bash(?:\([\w./@+=-]+(?: [\w./@+=-]+)*(?::\*| \*)\))?$/u;

/** The cases that every engine can be given with nothing lost: commands in the default mode under plain rules. */
export function comparableCases(): readonly ConformanceCase[] {
  return globSync('*.jsonl', { cwd: folder })
    .toSorted()
    .flatMap((name) => readCases(readFileSync(join(folder, name), 'utf8'), name))
    .filter(isComparable);
}

export function corpusSize(): number {
  return globSync('*.jsonl', { cwd: folder }).reduce(
    (sum, name) => sum + readCases(readFileSync(join(folder, name), 'utf8'), name).length,
    0,
  );
}

function isComparable({ mode, rules, call, fs }: ConformanceCase): boolean {
  const all = [...rules.allow, ...rules.ask, ...rules.deny];
  return (
    mode === 'default' &&
    call.tool === 'Bash' &&
    Object.keys(call.input).every((name) => name === 'command') &&
    fs === undefined &&
    all.every((rule) => plainRule.test(rule))
  );
}

export function questionOf({ severity, expect, rules, call }: ConformanceCase): Question {
  if (severity === 'friction') return rules.allow.length === 0 ? 'everyday' : 'work';
  if (expect === 'deny') return 'hold';
  const line = String(call.input['command']);
  return rules.allow.some((rule) => namesStart(rule, line)) && isOneCommand(line) ? 'widened' : 'leak';
}

/** Commands of agents at work, without rules: the label is not known, so each counts as one that should run. */
export function workCases(file: string): readonly ConformanceCase[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => ({
      id: `work-${at + 1}`,
      category: 'work',
      mode: 'default',
      rules: { allow: [], ask: [], deny: [] },
      workingDirectories: ['/home/dev/project'],
      cwd: '/home/dev/project',
      call: { tool: 'Bash', input: { command: (JSON.parse(line) as { command: string }).command } },
      expect: 'allow',
      acceptable: [],
      severity: 'friction',
      why: 'work',
      source: 'own',
    }));
}
