import { expect, test } from 'vitest';
import { requestStates } from './request-state.ts';

const asked = { is: 'asked', about: 'a call' } as const;

test('what was sealed is opened once', () => {
  const states = requestStates();
  const sealed = states.seal({ is: 'approved', about: 'a call', inner: 'the server’s own' });
  expect(states.open(sealed)).toEqual({ is: 'approved', about: 'a call', inner: 'the server’s own' });
  expect(states.open(sealed)).toBeUndefined();
});

test('every change of every character is seen', () => {
  const states = requestStates();
  const sealed = states.seal(asked);
  for (let at = 0; at < sealed.length - 1; at++) {
    const other = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
    expect(states.open(other)).toBeUndefined();
  }
  expect(states.open(sealed)).toEqual(asked);
});

test.each(['', 'permesso', 'permesso..', 'a.b.c', 'proxy-state', `permesso.${btoa('{"is":"approved"}')}.`])(
  'what we did not write is nothing: %s',
  (text) => {
    expect(requestStates().open(text)).toBeUndefined();
  },
);

test('another process has another key', () => {
  expect(requestStates().open(requestStates().seal(asked))).toBeUndefined();
});

test('it does not last, and what was used is forgotten with it', () => {
  let time = 1_000_000;
  const states = requestStates({ now: () => time });
  const [used, unused] = [states.seal(asked), states.seal(asked)];
  expect(states.open(used)).toEqual(asked);
  time += 15 * 60_000;
  expect(states.open(unused)).toBeUndefined();
  expect(states.open(used)).toBeUndefined();
});
