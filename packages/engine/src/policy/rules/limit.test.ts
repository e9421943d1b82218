import { describe, expect, test } from 'vitest';
import { amountOf, limitText, parseLimit, printLimit, type LimitInput } from './limit.ts';
import { parseRule } from './parse-rule.ts';

const origin = { layer: 'flags', root: '/', trusted: true } as const;

test.each<[LimitInput, string]>([
  [{ calls: 5, per: 'hour' }, '5 calls per hour for each user'],
  [{ calls: 1, per: 'session', by: 'agent', over: 'deny' }, '1 call per session for each agent'],
  [{ sum: 'input.amount', most: 500, per: 'day', by: 'all' }, 'amount 500 per day for everybody'],
  [{ calls: 5, per: 'day', meter: 'mails', by: 'tenant' }, '5 calls per day for each tenant'],
  [{ sum: 'input.items[*].price', most: 0.5, per: 'minute' }, 'items[*].price 0.5 per minute for each user'],
])('%j is read, printed as it was written, and named', (input, text) => {
  const limit = parseLimit(input);
  if (!limit.ok) throw new Error(limit.error.message);
  expect(printLimit(limit.value)).toEqual(input);
  expect(limitText(limit.value)).toBe(text);
});

test.each<[unknown, string]>([
  [5, '`limit` is not an object'],
  [{ calls: 5 }, '`limit.per` is not one of minute, hour, day, session'],
  [{ calls: 5, per: 'week' }, '`limit.per` is not one of minute, hour, day, session'],
  [{ per: 'hour' }, '`limit` needs either `calls` or `sum`'],
  [{ calls: 5, sum: 'input.a', most: 1, per: 'hour' }, '`limit` needs either `calls` or `sum`'],
  [{ calls: 0, per: 'hour' }, '`limit.calls` is not a whole number above 0'],
  [{ calls: 1.5, per: 'hour' }, '`limit.calls` is not a whole number above 0'],
  [{ calls: 5, most: 5, per: 'hour' }, '`most` belongs to `sum`'],
  [{ sum: 'input.a', per: 'hour' }, '`limit.most` is not a number above 0'],
  [{ sum: 'input.a', most: Infinity, per: 'hour' }, '`limit.most` is not a number above 0'],
  [{ sum: 'amount', most: 5, per: 'hour' }, '`limit.sum` does not name an argument'],
  [{ calls: 5, per: 'hour', by: 'user' }, '`limit.by` is not one of principal, agent, tenant, all, everyone'],
  [{ calls: 5, per: 'hour', meter: '' }, '`limit.meter` is not a name of 1 to 100 characters'],
  [{ calls: 5, per: 'hour', meter: ' a' }, '`limit.meter` is not a name of 1 to 100 characters'],
  [{ calls: 5, per: 'hour', meter: 5 }, '`limit.meter` is not a name of 1 to 100 characters'],
  [{ calls: 5, per: 'hour', over: 'allow' }, '`limit.over` is not one of ask, deny'],
  [{ calls: 5, per: 'hour', ovr: 'ask' }, '`limit` has no key `ovr`'],
])('%j is not a limit', (input, message) => {
  expect(parseLimit(input)).toMatchObject({ ok: false, error: { message } });
  // An allow rule without its limit would allow more than was meant.
  const rule = { rule: 'refund', limit: input as LimitInput };
  expect(parseRule(rule, { verdict: 'allow', origin })).toMatchObject({ ok: false });
});

test.each(['ask', 'deny'] as const)('a limit means nothing on %s rules', (verdict) => {
  const rule = { rule: 'refund', limit: { calls: 5, per: 'hour' } } as const;
  expect(parseRule(rule, { verdict, origin })).toMatchObject({
    ok: false,
    error: { message: '`limit` is only for allow rules' },
  });
});

describe('what a call takes', () => {
  const limit = parseLimit({ sum: 'input.items[*].price', most: 100, per: 'day' });
  const of = (input: Record<string, unknown>): number | undefined =>
    limit.ok ? amountOf(limit.value, { input }) : undefined;

  test.each<[Record<string, unknown>, number | undefined]>([
    [{ items: [{ price: 1 }, { price: 2.5 }] }, 3.5],
    [{ items: [] }, 0],
    [{ items: [{ price: 0 }] }, 0],
    [{ items: [{ price: -50 }, { price: 60 }] }, undefined],
    [{ items: [{ price: '5' }] }, undefined],
    [{ items: [{ price: NaN }] }, undefined],
    [{ items: [{ price: Infinity }] }, undefined],
    [{ items: [{}] }, undefined],
    [{}, undefined],
  ])('%j', (input, amount) => {
    expect(of(input)).toBe(amount);
  });
});
