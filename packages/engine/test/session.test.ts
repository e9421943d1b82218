import fc from 'fast-check';
import { expect, test } from 'vitest';
import { model } from '../spec/model.ts';
import { grown } from '../spec/session-model.ts';
import { judge } from '../src/decision/judge.ts';
import type { DecisionInput } from '../src/decision/decision-input.ts';
import { stricter } from '../src/policy/rules/verdict.ts';
import { labelsBrought } from '../src/session/labels.ts';
import {
  emptySession,
  hasLabel,
  newLabels,
  unionOf,
  withEndorsed,
  withLabels,
} from '../src/session/session.ts';
import { sandboxedSessionQuestion, session, sessionLabel, sessionQuestion } from './random-session.ts';
import { grantOf, questionOf, shellPart } from './question-of.ts';
import { enoughRuns, runs } from './runs.ts';

function engine(asked: DecisionInput): ReturnType<typeof model> {
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

test(`the engine is the model on ${runs(1_500)} random questions in a session`, () => {
  const seen = { after: 0, lifted: 0 };
  fc.assert(
    fc.property(sessionQuestion, (asked) => {
      const expected = model(asked);
      expect(engine(asked)).toEqual(expected);
      if (expected.determining.some((key) => key.includes('"after"'))) seen.after++;
      const { orders: _orders, ...rest } = asked.session ?? { orders: [] };
      const unnamed = model({ ...asked, session: { labels: [], ...rest, orders: [] } });
      if (unnamed.verdict !== expected.verdict) seen.lifted++;
    }),
    { numRuns: runs(1_500) },
  );
  if (enoughRuns) expect(seen.after).toBeGreaterThan(runs(1_500) / 20);
  // One question in five hundred: of fewer than these, all may miss it.
  if (runs(1_500) >= 10_000) expect(seen.lifted).toBeGreaterThan(0);
});

test(`the engine is the model on ${runs(1_000)} random questions in a session beside a sandbox`, () => {
  fc.assert(
    fc.property(sandboxedSessionQuestion, (asked) => {
      expect(engine(asked)).toEqual(model(asked));
    }),
    { numRuns: runs(1_000) },
  );
});

test('one more label never loosens', () => {
  fc.assert(
    fc.property(fc.oneof(sessionQuestion, sandboxedSessionQuestion), sessionLabel, (asked, label) => {
      const known = asked.session ?? { labels: [], orders: [] };
      const { endorsed: _trusted, ...open } = known;
      const before = judge(asked).verdict;
      const after = judge({ ...asked, session: withLabels(open, [label]) }).verdict;
      expect(stricter(before, after)).toBe(after);
    }),
    { numRuns: runs(1_500) },
  );
});

test('in explore, an answer to a question that a label asked opens nothing that the mode denies', () => {
  const parts = [shellPart('make', { effects: [{ effect: 'fetch' }] })];
  const policy = { layer: 'user' as const, ask: [{ rule: 'Effect(fetch)', after: 'acted' }] };
  const [rule] = questionOf({ policy }).policy.rules;
  const answers = [{ because: 'ask-rule' as const, rule: rule?.key ?? '' }];
  const grants = [grantOf({ answers, givenIn: 'explore', scope: 'once', callKey: 'this call' })];
  const asked = questionOf({ parts, policy, grants, mode: 'explore' });
  const labelled = withLabels(emptySession, [{ label: 'acted', source: 'a.example', at: 1 }]);
  expect(judge(asked).verdict).toBe('deny');
  expect(judge({ ...asked, session: labelled }).verdict).toBe('deny');
  expect(model({ ...asked, session: labelled }).verdict).toBe('deny');
});

test('a record that cannot be read is as strict as any', () => {
  fc.assert(
    fc.property(sessionQuestion, (asked) => {
      const { verdict } = judge(asked);
      const lost = judge({
        ...asked,
        session: { labels: [], orders: [], unreadable: 'it is cut off' },
      }).verdict;
      expect(stricter(verdict, lost)).toBe(lost);
    }),
    { numRuns: runs(1_000) },
  );
});

test('a session without labels decides as no session does', () => {
  fc.assert(
    fc.property(sessionQuestion, (asked) => {
      const { session: _session, ...bare } = asked;
      const { orders = [] } = asked.session ?? {};
      expect(engine({ ...asked, session: { labels: [], orders } })).toEqual(engine(bare));
    }),
    { numRuns: runs(1_000) },
  );
});

test('a session grows as the model says: a denied call labels nothing, an asked one does', () => {
  fc.assert(
    fc.property(sessionQuestion, fc.array(sessionLabel, { maxLength: 3 }), (asked, more) => {
      const known = asked.session ?? { labels: [], orders: [] };
      const brought = [...labelsBrought(asked), ...more];
      const { verdict } = judge(asked);
      const engineSession = verdict === 'deny' ? known : withLabels(known, brought);
      expect(engineSession).toEqual(grown(known, verdict, brought));
    }),
    { numRuns: runs(1_000) },
  );
});

test('a child never has fewer labels than its parent, and only a person takes one away', () => {
  fc.assert(
    fc.property(session, session, sessionLabel, (parent, child, label) => {
      const { endorsed: _trusted, ...own } = parent;
      const both = unionOf([own, child]);
      for (const one of own.labels) expect(hasLabel(both, one.label)).toBe(true);
      const later = withLabels(both, [label]);
      expect(later.labels.slice(0, both.labels.length)).toEqual(both.labels);
      const trusted = withEndorsed(later, label.source);
      expect(trusted.labels.every(({ source }) => source !== label.source)).toBe(true);
      expect(newLabels(trusted, [label])).toEqual([]);
    }),
    { numRuns: runs(1_000) },
  );
});
