import { resolve } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import type { Decision } from '@permesso/engine/decision';
import { createGate, type Gate } from '@permesso/gate/gate';
import { parsePattern, printPattern, type Rule } from '@permesso/engine/policy';
import type { PolicyTest } from '@permesso/engine/text';
import type { OnePolicy } from '../one-policy.ts';
import type { TestFile } from './test-files.ts';

export interface TestResult {
  readonly test: PolicyTest;
  readonly decision: Decision;
  /** Why it failed; absent where it passed. */
  readonly failure?: string;
}

export interface FileResult extends TestFile {
  readonly results: readonly TestResult[];
}

/** The rules of one policy that none of its cases, in any file, exercise. */
export interface Coverage {
  readonly file: string;
  readonly rules: number;
  readonly untouched: readonly Rule[];
}

export function runTests(files: readonly TestFile[]): {
  readonly files: readonly FileResult[];
  readonly coverage: readonly Coverage[];
} {
  const results = files.map((file) => ({
    ...file,
    results: file.tests.map((test) => runTest(test, file.policy)),
  }));
  const policies = new Map(files.map(({ policy }) => [policy.file, policy]));
  return {
    files: results,
    coverage: Array.from(policies.values(), (policy) =>
      coverageOf(
        policy,
        results.filter((each) => each.policy.file === policy.file),
      ),
    ),
  };
}

function runTest(test: PolicyTest, { policy, world, root }: OnePolicy): TestResult {
  const { tool, input, cwd } = test.call;
  const gate: Gate = createGate({ policy, world: () => world, ...definedFields({ mode: test.mode }) });
  const { decision } = gate.explain({ tool, input, cwd: resolve(root, cwd ?? '.') });
  const failure = failureOf(test, decision);
  return { test, decision, ...definedFields({ failure }) };
}

function failureOf({ expect, because }: PolicyTest, { verdict, receipt }: Decision): string | undefined {
  if (verdict !== expect) return `expected ${expect}, got ${verdict}`;
  if (because === undefined) return undefined;
  const wanted = canonical(because);
  const texts = receipt.determining.map(({ text }) => text);
  if (texts.some((text) => canonical(text) === wanted)) return undefined;
  const by = texts.length === 0 ? 'no rule' : texts.join(', ');
  return `expected ${expect} because of ${because}, but ${by} made it so`;
}

/** `Bash(git push *)` and `Bash(git push:*)` are the same rule. */
function canonical(text: string): string {
  const pattern = parsePattern(text);
  return pattern.ok ? printPattern(pattern.value) : text;
}

/** A rule is exercised by any call that it matches, whether or not it decided. */
function coverageOf({ file, policy }: OnePolicy, results: readonly FileResult[]): Coverage {
  const received = new Set(
    results.flatMap((each) =>
      each.results.flatMap(({ decision }) =>
        decision.receipt.parts.flatMap(({ contributions }) => contributions.map(({ rule }) => rule.key)),
      ),
    ),
  );
  const own = policy.rules.filter(({ origin }) => origin.file === file);
  return { file, rules: own.length, untouched: own.filter(({ key }) => !received.has(key)) };
}
