import { describe, expect, test } from 'vitest';
import { ownEngine, scoreEngine } from '../src/cli/commands/conformance.ts';
import type { ConformanceCase } from '../src/review/conformance-case.ts';
import { corpus, furtherCorpus, problemsIn, questionOf } from './corpus.ts';

const all = corpus.flatMap(({ cases }) => cases);

test.each(corpus)('$name is well formed', ({ name, cases }) => {
  const theme = name.replace('.jsonl', '');
  expect(cases.flatMap((one) => problemsIn(one, theme).map((problem) => `${one.id} ${problem}`))).toEqual([]);
});

test('no id and no question occurs twice', () => {
  const twice = (keys: readonly string[]): readonly string[] =>
    keys.filter((key, place) => keys.indexOf(key) !== place);
  expect(twice(all.map(({ id }) => id))).toEqual([]);
  expect(twice(all.map(questionOf))).toEqual([]);
});

test('there are enough cases, and enough of them must not ask', () => {
  expect(all.length).toBeGreaterThanOrEqual(500);
  const friction = all.filter(({ severity }) => severity === 'friction').length;
  expect(friction / all.length).toBeGreaterThanOrEqual(0.4);
});

describe('this engine', () => {
  test.each(corpus)('$name ($cases.length cases)', async ({ cases }) => {
    const { wrongAllow, wrongDeny, errors } = await scoreEngine(cases, ownEngine);
    expect({ wrongAllow, wrongDeny, errors }).toEqual({ wrongAllow: [], wrongDeny: [], errors: [] });
  });

  test.each(furtherCorpus)('$name ($cases.length cases)', async ({ cases }) => {
    const { wrongAllow, wrongDeny, errors } = await scoreEngine(cases, ownEngine);
    expect({ wrongAllow, wrongDeny, errors }).toEqual({ wrongAllow: [], wrongDeny: [], errors: [] });
  });

  test.each([
    ['the public suite', all],
    ['the further cases', furtherCorpus.flatMap(({ cases }) => cases)],
  ])('asks needlessly in at most one of a hundred cases of %s that must not ask', async (_, cases) => {
    const { wrongAsk, friction } = await scoreEngine(cases, ownEngine);
    // Named when there are too many of them.
    expect(wrongAsk.slice(Math.floor(friction / 100))).toEqual([]);
  });
});

test('the checks see what is wrong', async () => {
  const [one] = all;
  if (one === undefined) throw new TypeError('the suite is empty');
  const odd = {
    ...one,
    id: 'x',
    mode: 'dontAsk',
    expect: 'ask',
    acceptable: ['ask'],
    why: '',
    source: ' ',
    extra: 1,
  } as ConformanceCase;
  expect(problemsIn(odd, 'compound')).toEqual([
    'has a field that the format does not know',
    'is not named compound-000',
    'repeats a verdict',
    'gives no reason in one line',
    'names no source',
    'wants an ask in dontAsk',
  ]);
  const always = await scoreEngine(all, () => 'allow');
  expect(always.wrongAllow.length).toBeGreaterThan(all.length / 2);
});
