/** A program that must compile. With `prints`, it is run as well. */
export interface RightProgram {
  readonly name: string;
  readonly code: string;
  readonly prints?: string;
}

const verdicts = `
const gate = createGate({ policy: definePolicy({ allow: [{ rule: 'pay', when: { amount: { lte: 50 } } }] }, { tools: [pay] }), tools: [pay] });
const verdictOf = (input: Record<string, unknown>) => gate.check({ tool: 'pay', input }).then(({ verdict }) => verdict);
console.log(await verdictOf({ amount: 5 }), await verdictOf({ amount: 500 }), await verdictOf({ amount: 13 }), await verdictOf({ amount: 'five' }));`;

/** The same tool in three libraries: 13 is denied by its check, and what does not fit the schema is asked about. */
const pay = (schema: string): string => `
const pay = defineTool({
  name: 'pay',
  schema: ${schema},
  check: ({ amount }) => (amount === 13 ? { outcome: 'deny', reason: 'an unlucky amount' } : { outcome: 'pass' }),
});${verdicts}`;

const libraries: readonly RightProgram[] = [
  { name: 'zod', code: pay('z.object({ amount: z.number() })'), prints: 'allow ask deny ask' },
  {
    name: 'valibot',
    code: `import * as v from 'valibot';${pay('v.object({ amount: v.number() })')}`,
    prints: 'allow ask deny ask',
  },
  {
    name: 'arktype',
    code: `import { type } from 'arktype';${pay(`type({ amount: 'number' })`)}`,
    prints: 'allow ask deny ask',
  },
];

const rules = (name: string, layer: string, about = '{ tools }'): RightProgram => ({
  name,
  code: `definePolicy(${layer}, ${about});`,
  prints: '',
});

const policies: readonly RightProgram[] = [
  rules(
    'effects',
    `{ allow: ['Effect(read)', { rule: 'refund', effects: ['pay'] }], ask: [{ rule: 'Effect(pay)', message: 'Money.' }] }`,
  ),
  rules('tools by name', `{ allow: ['refund', 'send_mail'], deny: ['delete_user'] }`),
  rules('a tool with parentheses', `{ allow: ['refund(order-*)'] }`),
  rules('beginnings of names', `{ deny: ['delete_*', 'd*'], ask: ['*'] }`),
  rules(
    'built-in tools',
    `{ allow: ['Read', 'Bash(npm run:*)', 'WebFetch(domain:example.com)', 'Edit(src/**)'] }`,
  ),
  rules('MCP tools', `{ allow: ['mcp__github__get_*'], deny: ['mcp__github'] }`),
  rules('a condition', `{ allow: [{ rule: 'refund', when: { amount: { gt: 0, lte: 50 } } }] }`),
  rules('a value alone', `{ allow: [{ rule: 'refund', when: { currency: 'EUR', amount: 5 } }] }`),
  rules('one of several', `{ allow: [{ rule: 'refund', when: { currency: { in: ['EUR', 'USD'] } } }] }`),
  rules(
    'a list',
    `{ deny: [{ rule: 'refund', when: { 'items[*].price': { gt: 100 }, 'items[0].name': 'x' } }] }`,
  ),
  rules(
    'any and all',
    `{ deny: [{ rule: 'send_mail', when: { to: { any: { endsWith: '@evil.example' } } } }] }`,
  ),
  rules(
    'contains',
    `{ deny: [{ rule: 'send_mail', when: { to: { contains: 'ceo@example.com' }, body: { contains: 'IBAN' } } }] }`,
  ),
  rules(
    'a record of anything',
    `{ deny: [{ rule: 'send_mail', when: { 'headers.x-priority': { gt: 1 } } }] }`,
  ),
  rules(
    'exists and not',
    `{ deny: [{ rule: 'refund', when: { currency: { exists: false }, order: { not: { startsWith: 'A' } } } }] }`,
  ),
  rules(
    'combinations',
    `{ ask: [{ rule: 'refund', when: { $or: [{ amount: { gt: 5 } }, { $not: { currency: 'EUR' } }] } }] }`,
  ),
  rules(
    'the principal',
    `{ allow: [{ rule: 'refund', when: { 'principal.roles': { contains: 'billing' }, 'principal.tenant': 'acme' } }] }`,
  ),
  rules(
    'attributes that nobody listed',
    `{ allow: [{ rule: 'refund', when: { 'principal.attributes.plan': 'pro' } }] }`,
  ),
  rules(
    'listed roles and attributes',
    `{ allow: [{ rule: 'refund', when: { 'principal.roles': { contains: 'billing' }, 'principal.attributes.refundLimit': { gte: 5 } } }] }`,
    '{ tools, principal }',
  ),
  rules(
    'a reference',
    `{ allow: [{ rule: 'refund', when: { amount: { lte: { $ref: 'principal.attributes.refundLimit' } }, order: { $ref: 'principal.user' } } }] }`,
    '{ tools, principal }',
  ),
  rules(
    'a limit of calls',
    `{ allow: [{ rule: 'send_mail', limit: { calls: 20, per: 'hour', by: 'all', over: 'deny' } }] }`,
  ),
  rules(
    'a limit of a sum',
    `{ allow: [{ rule: 'refund', limit: { sum: 'input.items[*].price', most: 500, per: 'day' } }] }`,
  ),
  rules(
    'everything else of a layer',
    `{ mode: 'dontAsk', unlisted: 'deny', tools: { hidden: ['delete_user', 'refund*'] }, enforce: false, workingDirectories: ['/x'] }`,
  ),
  rules(
    'messages',
    `{ deny: [{ rule: 'delete_user', message: 'Not here.', guidance: 'Ask an admin.', why: 'GDPR', expires: '2099-01-01', agents: ['support'] }] }`,
  ),
  {
    name: 'a tool without a schema',
    code: `
const deploy = defineTool({ name: 'deploy', subject: ({ target }) => (typeof target === 'string' ? target : undefined) });
definePolicy({ allow: [{ rule: 'deploy(staging-*)', when: { target: { startsWith: 'staging' } } }] }, { tools: [deploy] });`,
    prints: '',
  },
  {
    name: "the AI SDK's or Mastra's own map, with its schemas",
    code: `
import { toolsOf } from '@permesso/gate/tools';
const own = { refund: { inputSchema: z.object({ amount: z.number() }), execute: async ({ amount }: { amount: number }) => amount }, look: { description: 'x' } };
const mine = toolsOf(own, { refund: { effects: ['pay'], subject: ({ amount }) => String(amount) } });
const policy = definePolicy({ allow: [{ rule: 'refund', when: { amount: { lte: 50 } } }, 'look'], ask: ['Effect(pay)'] }, { tools: mine });
const gate = createGate({ policy, tools: mine });
console.log((await gate.check({ tool: 'look', input: {} })).verdict, (await gate.check({ tool: 'refund', input: { amount: 'five' } })).verdict);`,
    prints: 'allow ask',
  },
  {
    name: "an SDK's type that shows its arguments in its function alone",
    code: `
import { toolsOf } from '@permesso/gate/tools';
declare const opaque: { inputSchema: { jsonSchema: object }; execute?: (input: { amount: number }, options: { toolCallId: string }) => Promise<string> };
const typed = (tools: { refund: typeof opaque }) => definePolicy({ allow: [{ rule: 'refund', when: { amount: { lte: 50 } } }] }, { tools: toolsOf(tools) });
console.log(typeof typed);`,
    prints: 'function',
  },
  {
    name: "MCP's own way, a schema for each argument",
    code: `
import { toolsOf } from '@permesso/gate/tools';
const mine = toolsOf({ refund: { inputSchema: { amount: z.number(), note: z.string().optional() } } });
const gate = createGate({ policy: definePolicy({ allow: [{ rule: 'refund', when: { amount: { lte: 50 } } }] }, { tools: mine }), tools: mine });
for (const input of [{ amount: 5 }, { amount: 500 }, { amount: '5' }, { amount: 5, to: 'eve' }])
  console.log((await gate.check({ tool: 'refund', input })).verdict);`,
    prints: 'allow\nask\nask\nask',
  },
  {
    name: 'tools apart from the policy',
    code: `
const own = [defineTool({ name: 'a', schema: z.object({ x: z.boolean() }) }), defineTool({ name: 'b' })] as const;
definePolicy({ allow: ['a', { rule: 'a', when: { x: true } }], deny: ['b'] }, { tools: own });`,
    prints: '',
  },
];

const others: readonly RightProgram[] = [
  {
    name: 'every function of a tool, typed',
    code: `
const copy = defineTool({
  name: 'copy',
  kind: 'write',
  schema: z.object({ from: z.string(), to: z.string(), dry: z.boolean().default(false) }),
  subject: ({ to }) => to,
  readOnly: ({ dry }) => dry,
  touches: ({ from, to }) => [{ access: 'read', path: from }, { access: 'write', path: to }],
  check: ({ from }, world, call) => (call.principal?.user === undefined && from === world.cwd ? { outcome: 'ask', reason: 'nobody' } : { outcome: 'pass' }),
  suggest: ({ to }) => [{ rules: ['copy(' + to + ')'], covers: 'copies to ' + to }],
});
const gate = createGate({ policy: {}, tools: [copy], mode: 'explore' });
console.log((await gate.check({ tool: 'copy', input: { from: 'a', to: 'b', dry: true } })).verdict, (await gate.check({ tool: 'copy', input: { from: 'a', to: 'b' } })).verdict);`,
    prints: 'allow deny',
  },
  {
    name: "a tool's own matcher",
    code: `
const pay = defineTool({
  name: 'pay',
  schema: z.object({ amount: z.number() }),
  matches: (content, { amount }) => amount <= Number(content.replace('up to ', '')),
});
const gate = createGate({ policy: definePolicy({ allow: ['pay(up to 50)'] }, { tools: [pay] }), tools: [pay] });
console.log((await gate.check({ tool: 'pay', input: { amount: 50 } })).verdict, (await gate.check({ tool: 'pay', input: { amount: 51 } })).verdict);`,
    prints: 'allow ask',
  },
  {
    name: 'a policy beside layers from elsewhere',
    code: `
const own = definePolicy({ allow: ['refund'] }, { tools });
createGate({ policy: [own, { deny: ['Bash(rm:*)'] }], tools });`,
    prints: '',
  },
  {
    name: 'the schema for editors',
    code: `
import { policySchema } from '@permesso/gate/policy';
const schema = policySchema({ tools });
console.log(JSON.stringify(schema).includes('items[*].price'));`,
    prints: 'true',
  },
];

export const rightPrograms: readonly RightProgram[] = [...libraries, ...policies, ...others];

/** What every program begins with. */
export const start = `import { createGate, definePolicy, defineTool } from '@permesso/gate';
import { z } from 'zod';
import { principal, tools } from './tools.ts';
void [createGate, definePolicy, defineTool, z, principal, tools];
`;

/** The app of the programs. */
export const toolsFile = `import { defineTool } from '@permesso/gate';
import { z } from 'zod';

const refund = defineTool({
  name: 'refund',
  schema: z.object({
    order: z.string(),
    amount: z.number(),
    currency: z.enum(['EUR', 'USD']).optional(),
    items: z.array(z.object({ name: z.string(), price: z.number() })),
  }),
});
const sendMail = defineTool({
  name: 'send_mail',
  schema: z.object({ to: z.array(z.string()), body: z.string(), headers: z.record(z.string(), z.unknown()) }),
});
const deleteUser = defineTool({ name: 'delete_user', schema: z.object({ user: z.string() }) });

export const tools = [refund, sendMail, deleteUser] as const;
export const principal = z.object({
  roles: z.array(z.enum(['billing', 'support'])),
  attributes: z.object({ refundLimit: z.number() }),
});
`;
