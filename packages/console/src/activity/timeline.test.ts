import { expect, test } from 'vitest';
import { nobody } from '@permesso/protocol/approval';
import { exampleDecision, markupOf, textOf } from '../../test/examples.ts';
import { Timeline, type FollowUp } from './timeline.tsx';

const begin = Date.parse(exampleDecision().at);
const after = (ms: number, entry: object): FollowUp =>
  ({ seq: ms, at: new Date(begin + ms).toISOString(), ...entry }) as unknown as FollowUp;
const shown = (...entries: readonly FollowUp[]): string =>
  textOf(markupOf(Timeline, { entry: exampleDecision(), after: entries }));

test('asked, answered, started and ended stand in their order, with what has passed since', () => {
  const text = shown(
    after(9100, { type: 'answer', verdict: 'allow', scope: 'session', by: 'ada', from: 'console' }),
    after(9200, { type: 'start' }),
    after(130_000, { type: 'end', ok: true, durationMs: 3000 }),
  );
  expect(text).toMatch(
    /Asked .* Approved for the session by ada, console \+9\.1 s Started \+9\.2 s Ended after 3 s \+2 min/,
  );
});

test('nobody answered, a failure, and a vote that the server does not hold', () => {
  expect(shown(after(1, { type: 'answer', verdict: 'deny', from: nobody }))).toContain(
    'Denied: nobody answered',
  );
  expect(shown(after(1, { type: 'end', ok: false, error: 'exit 1' }))).toContain('Failed exit 1');
  const claimed = { type: 'answer', verdict: 'allow', by: 'eve', isClaimed: true };
  expect(shown(after(1, claimed))).toContain('by eve, according to the machine');
});

test("a comment is the person's text and nothing else", () => {
  const comment = '<img src=x onerror=alert(1)>\u202e';
  const markup = markupOf(Timeline, {
    entry: exampleDecision(),
    after: [after(1, { type: 'answer', verdict: 'deny', comment })],
  });
  expect(markup).not.toContain('<img');
  expect(markup).not.toContain('\u202e');
});
