import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../src/index.ts';
import { policySchema } from '../../src/policy-files.ts';

const tools = [
  defineTool({
    name: 'refund',
    schema: z.object({
      amount: z.number().describe('In the currency of the order.'),
      items: z.array(z.object({ price: z.number() })),
    }),
  }),
  defineTool({ name: 'deploy.now' }),
];
const schema = policySchema({ tools });
const validate = new Ajv2020({
  strict: true,
  strictTypes: false,
  allowMatchingProperties: true,
  allowUnionTypes: true,
}).compile(schema);

describe('the schema of a policy for the tools of an app', () => {
  test.each([
    { allow: ['refund', 'refund(a)', 'deploy.now', 'Bash(npm run:*)', 'mcp__github__get_*', 'ref*'] },
    { allow: [{ rule: 'refund', when: { amount: { lte: 5 }, 'items[*].price': 5, 'items[0].price': 5 } }] },
    {
      allow: [
        {
          rule: 'refund(a)',
          when: { 'principal.roles': { contains: 'x' }, 'principal.attributes.plan': 'pro' },
        },
      ],
    },
    { deny: [{ rule: 'refund', when: { $or: [{ amount: 5 }], $not: { 'items[*]': { exists: true } } } }] },
    { deny: [{ rule: 'deploy.now', when: { anything: 5 } }] },
    { allow: ['Effect(read)', { rule: 'refund', effects: ['pay'] }], ask: [{ rule: 'Effect(pay)' }] },
    { mode: 'default', unlisted: 'deny' },
  ])('takes %j', (policy) => {
    expect([validate(policy), validate.errors]).toEqual([true, null]);
  });

  test.each([
    { allow: ['refnd'] },
    { allow: ['refnd(a)'] },
    { deny: ['Effect(publsh)'] },
    { allow: [{ rule: 'refund', effects: ['pya'] }] },
    { deny: [{ rule: 'deployxnow' }] },
    { allow: [{ rule: 'refund', when: { amuont: 5 } }] },
    { allow: [{ rule: 'refund(a)', when: { amuont: 5 } }] },
    { allow: [{ rule: 'refund', when: { 'items[*].prise': 5 } }] },
    { allow: [{ rule: 'refund', when: { $or: [{ amuont: 5 }] } }] },
    { allow: [{ rule: 'refund', when: { 'principal.rolles': 'x' } }] },
    { allow: [{ rule: 'refund', when: { amount: { lteq: 5 } } }] },
  ])('refuses %j', (policy) => {
    expect(validate(policy)).toBe(false);
  });

  test('shows what the app says of an argument', () => {
    expect(JSON.stringify(schema)).toContain('In the currency of the order.');
  });
});
