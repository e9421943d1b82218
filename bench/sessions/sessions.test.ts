import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBenchmark } from './benchmark.ts';
import { playSession, scorePolicy } from './play.ts';
import { benchmarkPolicies } from './policies.ts';

const folder = join(import.meta.dirname, '../../corpus/sessions');
const sessions = readBenchmark(join(folder, 'sessions.jsonl'));

test.each(['sessions', 'other-trades'])(
  'of %s, the rules of balanced stop nine attacks in ten with half the questions',
  (name) => {
    const played = readBenchmark(join(folder, `${name}.jsonl`));
    const policies = benchmarkPolicies();
    const { score } = scorePolicy(played, policies.default);
    const each = scorePolicy(played, policies.each).score;
    expect(score.stopped / score.stoppable).toBeGreaterThanOrEqual(0.9);
    expect(score.questions).toBeLessThanOrEqual(each.questions / 2);
    expect(score.denied).toBeLessThanOrEqual(2);
  },
);

test('what is true of a call reaches no decision', () => {
  const { default: rules } = benchmarkPolicies();
  const bare = sessions.map((session) => ({
    ...session,
    turns: session.turns.map((turn) =>
      'call' in turn
        ? { ...turn, effects: [], targets: [], marks: [], aliases: {}, named: 'none', want: 'quiet' }
        : turn,
    ),
  }));
  const verdicts = (all: typeof sessions): readonly string[] =>
    all.flatMap((session) => playSession(session, rules).map(({ decision }) => decision.verdict));
  expect(verdicts(bare)).toEqual(verdicts(sessions));
});
