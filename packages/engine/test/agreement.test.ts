import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { model, type ModelAnswer } from '../spec/model.ts';
import { judge } from '../src/decision/judge.ts';
import { modeTable, steps, type Cell, type Step } from '../src/decision/mode-table.ts';
import type { DecisionInput } from '../src/decision/decision-input.ts';
import { modes } from '../src/policy/mode-name.ts';
import { modelWhen } from '../spec/conditions.ts';
import { provenBy, suspectedBy } from '../src/policy/rules/test-condition.ts';
import { weakest } from '../src/policy/rules/match.ts';
import { parseWhen, printWhen } from '../src/policy/rules/parse-when.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';
import { randomInput, randomPrincipal, randomWhen } from './random-when.ts';
import { effectQuestion, question } from './random-question.ts';
import { sandboxQuestion } from './random-sandbox-question.ts';
import { enoughRuns, runs, seed } from './runs.ts';

const count = runs(20_000);

beforeAll(() => {
  process.stdout.write(`${count} random questions, PERMESSO_SEED=${seed}\n`);
});

/** The engine's answer in the model's words. */
function engine(asked: DecisionInput): ModelAnswer {
  const { verdict, judgements, deciding } = judge(asked);
  return {
    verdict,
    parts: judgements.map(
      (one) => `${one.step}: ${one.verdict} ${one.sandboxed === true ? 'sandboxed' : ''}`,
    ),
    determining: [
      ...new Set(deciding.flatMap(({ determining }) => determining.map(({ key }) => key))),
    ].toSorted(),
  };
}

test(`the engine is the model on ${count} random questions`, () => {
  const seen = { verdicts: new Set<string>(), steps: new Set<string>() };
  fc.assert(
    fc.property(question, (asked) => {
      const expected = model(asked);
      seen.verdicts.add(expected.verdict);
      for (const part of expected.parts) seen.steps.add(part.replace(/:.*/, ''));
      expect(engine(asked)).toEqual(expected);
    }),
    { numRuns: count },
  );
  if (!enoughRuns) return;
  // A generator that never reaches a step proves nothing about it.
  expect([...seen.verdicts].toSorted()).toEqual(['allow', 'ask', 'deny']);
  const plain = steps.filter((step) => step !== 'sandbox' && step !== 'unsandboxed');
  expect([...seen.steps].toSorted()).toEqual(plain.toSorted());
});

test(`the engine is the model on ${count} random questions about the sandbox`, () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(sandboxQuestion, (asked) => {
      const expected = model(asked);
      for (const part of expected.parts) seen.add(part.trimEnd());
      expect(engine(asked)).toEqual(expected);
    }),
    { numRuns: count },
  );
  if (!enoughRuns) return;
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'sandbox: allow sandboxed',
      'allowRule: allow sandboxed',
      'checkAllow: allow sandboxed',
      'unsandboxed: ask',
      'unsandboxed: deny',
      'allowRule: allow',
      'otherwise: ask',
    ]),
  );
});

test(`the engine is the model on ${runs(10_000)} random questions that effects decide`, () => {
  const seen = { effects: 0, several: 0, files: 0 };
  fc.assert(
    fc.property(effectQuestion, (asked) => {
      const expected = model(asked);
      expect(engine(asked)).toEqual(expected);
      const allowing = expected.determining.filter((key) => key.startsWith('["allow",'));
      const found = allowing.filter((key) => key.startsWith('["allow","Effect(')).length;
      if (found > 0) seen.effects++;
      if (found > 1) seen.several++;
      if (found > 0 && found < allowing.length) seen.files++;
    }),
    { numRuns: runs(10_000) },
  );
  if (!enoughRuns) return;
  expect(seen.effects).toBeGreaterThan(count / 50);
  expect(seen.several).toBeGreaterThan(count / 200);
  expect(seen.files).toBeGreaterThan(count / 200);
});

test('without the key no verdict differs, whatever the machine and the caller can do', () => {
  fc.assert(
    fc.property(question, sandboxQuestion, (asked, { world, runsSandboxed }) => {
      const there = { ...asked, world: { ...asked.world, ...world }, runsSandboxed: runsSandboxed === true };
      expect(engine(there)).toEqual(engine(asked));
    }),
    { numRuns: runs(2_000) },
  );
});

test('a caller that does not run calls sandboxed is never told allow where one that does must sandbox', () => {
  fc.assert(
    fc.property(sandboxQuestion, (given) => {
      // By rules alone: a person may have approved this very call.
      const asked = { ...given, grants: [] };
      const { verdict, judgements } = judge({ ...asked, runsSandboxed: true });
      const isInside = verdict === 'allow' && judgements.some(({ sandboxed }) => sandboxed === true);
      const other = judge({ ...asked, runsSandboxed: false });
      expect(other.judgements.some(({ sandboxed }) => sandboxed === true)).toBe(false);
      if (isInside) expect(other.verdict).not.toBe('allow');
    }),
    { numRuns: runs(5_000) },
  );
});

test('an approval of all that was asked runs the call', () => {
  fc.assert(
    fc.property(sandboxQuestion, (given) => {
      // A profile that no engine can keep is found only once the call would run; then people are asked again.
      const derived = given.sandboxProfile?.(given.mode);
      fc.pre(derived?.problems.length === 0);
      const asked = { ...given, grants: [], interactive: true };
      const { verdict, judgements, mode } = judge(asked);
      fc.pre(verdict === 'ask');
      const answers = judgements.flatMap(({ asks }) => asks);
      const grant = {
        id: 'g',
        rules: [],
        answers,
        scope: 'once' as const,
        givenIn: mode.used,
        callKey: asked.callKey,
      };
      const owner = asked.call.owner === undefined ? {} : { owner: asked.call.owner };
      const after = judge({ ...asked, grants: [{ ...grant, ...owner }] });
      expect(after.verdict).toBe('allow');
    }),
    { numRuns: runs(2_000) },
  );
});

test(`conditions are the model's on ${count} random ones`, () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(randomWhen, randomInput, randomPrincipal, (when, input, principal) => {
      const parsed = parseWhen(when);
      if (!parsed.ok) throw new Error(parsed.error.message);
      const asked = { input, principal, world: fixedWorld({ now: 0 }), directory: '/' };
      const proven = parsed.value.every((condition) => provenBy(condition, asked));
      const suspected = weakest(parsed.value.map((condition) => suspectedBy(condition, asked)));
      const { certainly, possibly } = modelWhen(when, asked, 'any');
      expect({ proven, suspected }).toEqual({
        proven: modelWhen(when, asked, 'every').certainly,
        suspected: certainly ? 'yes' : possibly ? 'may' : 'no',
      });
      seen.add(`${proven} ${suspected}`);
      // What is written again means the same.
      expect(parseWhen(printWhen(parsed.value))).toEqual(parsed);
    }),
    { numRuns: count },
  );
  if (!enoughRuns) return;
  // Never proven without being suspected: an allow and a deny of one condition cannot both miss a call.
  expect([...seen].toSorted()).toEqual(['false may', 'false no', 'false yes', 'true may', 'true yes']);
});

test('the model is a page that can be read', () => {
  const page = readFileSync(new URL('../spec/model.ts', import.meta.url), 'utf8');
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(240);
});

test('flipping any one cell of the mode table is noticed', () => {
  const most = { numRuns: Math.max(3000, count / 5), seed: 7 };
  const sample = [...fc.sample(question, most), ...fc.sample(sandboxQuestion, most)];
  const answered = sample.map((asked) => ({ asked, answer: JSON.stringify(model(asked)) }));
  const byMode = Map.groupBy(answered, ({ asked }) => judge(asked).mode.used);
  const cells: readonly Cell[] = ['allow', 'ask', 'deny', '-'];
  const unnoticed: string[] = [];
  let flips = 0;
  for (const mode of modes) {
    for (const step of steps) {
      for (const cell of cells) {
        if (cell === modeTable[mode][step] || isMeaningless(step, cell)) continue;
        flips++;
        if (!isNoticed({ mode, step, cell }, byMode.get(mode) ?? []))
          unnoticed.push(`${mode}.${step} = ${cell}`);
      }
    }
  }
  expect(unnoticed).toEqual([]);
  expect(flips).toBe(5 * (12 * 3 + 2) + 5 * (1 + 3));
});

/** Every row has a verdict at its end; the sandbox allows or is not asked. */
function isMeaningless(step: Step, cell: Cell): boolean {
  if (step === 'otherwise') return cell === '-';
  if (step === 'sandbox') return cell === 'ask' || cell === 'deny';
  return false;
}

function isNoticed(
  flip: { mode: (typeof modes)[number]; step: Step; cell: Cell },
  answered: readonly { asked: DecisionInput; answer: string }[],
): boolean {
  const row = modeTable[flip.mode] as { [S in Step]: Cell };
  const original = row[flip.step];
  row[flip.step] = flip.cell;
  try {
    return answered.some(({ asked, answer }) => JSON.stringify(engine(asked)) !== answer);
  } finally {
    row[flip.step] = original;
  }
}
