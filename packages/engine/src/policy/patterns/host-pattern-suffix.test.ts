import { expect, it } from 'vitest';
import { widerThanOneOwner } from './host-pattern-suffix.ts';
import { parseHostPattern } from './host-pattern.ts';

it.each([
  ['*.com', true],
  ['*.co.uk', true],
  ['*.com.au', true],
  ['*.github.io', true],
  ['*.workers.dev', true],
  ['*.localhost', true],
  ['*.example.com', false],
  ['*.me.github.io', false],
  ['*.example.co.uk', false],
  ['*.co.example', false],
  ['github.io', false],
  ['com', false],
])('%s: %s', (text, expected) => {
  const pattern = parseHostPattern(text);
  expect(pattern).not.toHaveProperty('error');
  expect('error' in pattern ? undefined : widerThanOneOwner(pattern) !== undefined).toBe(expected);
});
