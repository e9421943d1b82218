import { expect, test } from 'vitest';
import { problemFor } from './problem-for.ts';

test.each([
  ['too many clients', Object.assign(new Error('sorry, too many clients already'), { code: '53300' })],
  ['refused', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['broken', new Error('Connection terminated unexpectedly')],
  ['broken before', new Error('Client has encountered a connection error and is not queryable')],
  ['swallowed', new Error('Query read timeout')],
  ['no connection free', new Error('timeout exceeded when trying to connect')],
])('a database that is away (%s) is away, and may be tried again', (_what, error) => {
  expect(problemFor(error)).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
});

test('of anything else nothing is told', () => {
  expect(problemFor(new Error('a secret'))).toMatchObject({ status: 500, json: { status: 500 } });
  expect(JSON.stringify(problemFor(new Error('a secret')))).not.toContain('a secret');
});
