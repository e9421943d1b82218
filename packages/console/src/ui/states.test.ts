import { expect, test } from 'vitest';
import { markupOf, textOf } from '../../test/examples.ts';
import { Bones, Empty, Failed, Missing } from './states.tsx';

test('a failure is announced and can be tried again', () => {
  const markup = markupOf(Failed, {
    title: 'No rules',
    children: 'The server said no.',
    onRetry: () => undefined,
  });
  expect(markup).toContain('role="alert"');
  expect(textOf(markup)).toBe('No rules The server said no. Retry');
});

test('loading is announced, with as many rows as come', () => {
  const markup = markupOf(Bones, { rows: 3 });
  expect(markup).toMatch(/role="status" aria-label="Loading"/);
  expect(markup.match(/bone-row/g)).toHaveLength(3);
});

test('what is empty says so, without empty elements', () => {
  expect(markupOf(Empty, { title: 'Nothing is waiting' })).not.toMatch(/<p>|class="actions"/);
  expect(textOf(markupOf(Empty, { title: 'Nothing', children: 'Add one.', action: 'Add' }))).toBe(
    'Nothing Add one. Add',
  );
});

test('what is missing is loading until it failed, and says why', () => {
  const props = { title: 'No rules', note: 'Nothing changed.', onRetry: () => undefined };
  expect(markupOf(Missing, { ...props, error: null })).toBe(markupOf(Bones, {}));
  const failed = markupOf(Missing, { ...props, error: new Error('<b>refused</b>\u202e') });
  expect(failed).not.toMatch(/<b>|\u202e/);
  expect(textOf(failed)).toMatch(/No rules .*refused.* Nothing changed\. Retry/);
});
