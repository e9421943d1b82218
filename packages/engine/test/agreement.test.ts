import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
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
import { question } from './random-question.ts';
import { randomInput, randomPrincipal, randomWhen } from './random-when.ts';
import { runs } from './runs.ts';

const count = runs(20_000);

/** The engine's answer in the model's words. */
function engine(asked: DecisionInput): ModelAnswer {
  const { verdict, judgements, deciding } = judge(asked);
  return {
    verdict,
    parts: judgements.map((one) => `${one.step}: ${one.verdict}`),
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
  // A generator that never reaches a step proves nothing about it.
  expect([...seen.verdicts].toSorted()).toEqual(['allow', 'ask', 'deny']);
  expect([...seen.steps].toSorted()).toEqual([...steps].toSorted());
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
  // Never proven without being suspected: an allow and a deny of one condition cannot both miss a call.
  expect([...seen].toSorted()).toEqual(['false may', 'false no', 'false yes', 'true may', 'true yes']);
});

test('the model is a page that can be read', () => {
  const page = readFileSync(new URL('../spec/model.ts', import.meta.url), 'utf8');
  expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(155);
});

test('flipping any one cell of the mode table is noticed', () => {
  const asked = fc.sample(question, { numRuns: Math.max(3000, count / 5), seed: 7 });
  const answers = asked.map(model);
  const cells: readonly Cell[] = ['allow', 'ask', 'deny', '-'];
  const unnoticed: string[] = [];
  let flips = 0;
  for (const mode of modes) {
    for (const step of steps) {
      for (const cell of cells) {
        if (cell === modeTable[mode][step] || (step === 'otherwise' && cell === '-')) continue;
        flips++;
        if (!isNoticed({ mode, step, cell }, asked, answers)) unnoticed.push(`${mode}.${step} = ${cell}`);
      }
    }
  }
  expect(unnoticed).toEqual([]);
  expect(flips).toBe(5 * (12 * 3 + 2));
});

function isNoticed(
  flip: { mode: (typeof modes)[number]; step: Step; cell: Cell },
  asked: readonly DecisionInput[],
  answers: readonly ModelAnswer[],
): boolean {
  const row = modeTable[flip.mode] as { [S in Step]: Cell };
  const original = row[flip.step];
  row[flip.step] = flip.cell;
  try {
    return asked.some((one, place) => JSON.stringify(engine(one)) !== JSON.stringify(answers[place]));
  } finally {
    row[flip.step] = original;
  }
}
