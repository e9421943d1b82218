/** A program that must not compile, with the compiler's error: its number, and what of its text a reader needs. */
export interface WrongProgram {
  readonly name: string;
  readonly code: string;
  readonly error: `TS${number}`;
  readonly says: string;
}

/** Rules: the tools of `tools.ts` are `refund`, `send_mail` and `delete_user`. */
const policies: readonly WrongProgram[] = [
  {
    name: 'a misspelt tool',
    code: `definePolicy({ allow: ['refnd'] }, { tools });`,
    error: 'TS2820',
    says: `Did you mean '"refund"'?`,
  },
  {
    name: "a misspelt argument of a tool in the SDK's own map",
    code: `
import { toolsOf } from '@permesso/gate/tools';
const own = toolsOf({ refund: { inputSchema: z.object({ amount: z.number() }) } });
definePolicy({ allow: [{ rule: 'refund', when: { amuont: { lte: 50 } } }] }, { tools: own });`,
    error: 'TS2561',
    says: `Did you mean to write 'amount'?`,
  },
  {
    name: 'a misspelt tool in the long form',
    code: `definePolicy({ deny: [{ rule: 'send_mial', message: 'No mail.' }] }, { tools });`,
    error: 'TS2820',
    says: `Did you mean '"send_mail"'?`,
  },
  {
    name: 'a misspelt tool before parentheses',
    code: `definePolicy({ allow: ['refnd(order-1)'] }, { tools });`,
    error: 'TS2322',
    says: `Type '"refnd(order-1)"' is not assignable`,
  },
  {
    name: 'the beginning of no tool',
    code: `definePolicy({ deny: ['remove_*'] }, { tools });`,
    error: 'TS2322',
    says: `Type '"remove_*"' is not assignable`,
  },
  {
    name: 'a built-in tool in other letters',
    code: `definePolicy({ deny: ['bash(rm:*)'] }, { tools });`,
    error: 'TS2322',
    says: `Type '"bash(rm:*)"' is not assignable`,
  },
  {
    name: 'a rule about no effect',
    code: `definePolicy({ deny: ['Effect(publsh)'] }, { tools });`,
    error: 'TS2820',
    says: `Did you mean '"Effect(publish)"'?`,
  },
  {
    name: 'an allow narrowed to no effect',
    code: `definePolicy({ allow: [{ rule: 'refund', effects: ['publsh'] }] }, { tools });`,
    error: 'TS2820',
    says: `Did you mean '"publish"'?`,
  },
  {
    name: 'a tool with no such effect',
    code: `defineTool({ name: 'x', effects: ['pya'] });`,
    error: 'TS2322',
    says: `Type '"pya"' is not assignable`,
  },
  {
    name: 'a hidden tool that is none',
    code: `definePolicy({ tools: { hidden: ['delete_usr'] } }, { tools });`,
    error: 'TS2820',
    says: `Did you mean '"delete_user"'?`,
  },
  {
    name: 'a misspelt argument',
    code: `definePolicy({ allow: [{ rule: 'refund', when: { amuont: { lte: 50 } } }] }, { tools });`,
    error: 'TS2561',
    says: `'amuont' does not exist in type`,
  },
  {
    name: 'an argument of another tool',
    code: `definePolicy({ allow: [{ rule: 'send_mail', when: { amount: 5 } }] }, { tools });`,
    error: 'TS2353',
    says: `'amount' does not exist in type`,
  },
  {
    name: 'a misspelt argument inside a list',
    code: `definePolicy({ deny: [{ rule: 'refund', when: { 'items[*].prise': { gt: 5 } } }] }, { tools });`,
    error: 'TS2353',
    says: `''items[*].prise'' does not exist in type`,
  },
  {
    name: 'a list that is read as an object',
    code: `definePolicy({ deny: [{ rule: 'refund', when: { 'items.price': { gt: 5 } } }] }, { tools });`,
    error: 'TS2353',
    says: `''items.price'' does not exist in type`,
  },
  {
    name: 'a misspelt argument under $or',
    code: `definePolicy({ ask: [{ rule: 'refund', when: { $or: [{ amuont: 5 }] } }] }, { tools });`,
    error: 'TS2561',
    says: `Did you mean to write 'amount'?`,
  },
  {
    name: 'a misspelt argument of a rule with parentheses',
    code: `definePolicy({ ask: [{ rule: 'refund(order-*)', when: { ordr: 'x' } }] }, { tools });`,
    error: 'TS2561',
    says: `Did you mean to write 'order'?`,
  },
  {
    name: 'a misspelt operator',
    code: `definePolicy({ allow: [{ rule: 'refund', when: { amount: { lteq: 50 } } }] }, { tools });`,
    error: 'TS2561',
    says: `Did you mean to write 'lte'?`,
  },
  {
    name: 'an operator of numbers on a text',
    code: `definePolicy({ allow: [{ rule: 'refund', when: { order: { gt: 5 } } }] }, { tools });`,
    error: 'TS2353',
    says: `'gt' does not exist in type`,
  },
  {
    name: 'an operator of texts on a number',
    code: `definePolicy({ allow: [{ rule: 'refund', when: { amount: { startsWith: '5' } } }] }, { tools });`,
    error: 'TS2353',
    says: `'startsWith' does not exist in type`,
  },
  {
    name: 'a text where a number is compared',
    code: `definePolicy({ allow: [{ rule: 'refund', when: { amount: { lte: '50' } } }] }, { tools });`,
    error: 'TS2322',
    says: `Type 'string' is not assignable to type 'number`,
  },
  {
    name: 'a value that the argument never has',
    code: `definePolicy({ allow: [{ rule: 'refund', when: { currency: 'EURO' } }] }, { tools });`,
    error: 'TS2820',
    says: `Did you mean '"EUR"'?`,
  },
  {
    name: 'a list with a value that the argument never has',
    code: `definePolicy({ allow: [{ rule: 'refund', when: { currency: { in: ['EUR', 'GBP'] } } }] }, { tools });`,
    error: 'TS2322',
    says: `Type '"GBP"' is not assignable to type`,
  },
  {
    name: 'a misspelt key of the principal',
    code: `definePolicy({ allow: [{ rule: 'refund', when: { 'principal.rolles': { contains: 'billing' } } }] }, { tools });`,
    error: 'TS2353',
    says: `''principal.rolles'' does not exist in type`,
  },
  {
    name: 'a role that does not exist',
    code: `definePolicy({ allow: [{ rule: 'refund', when: { 'principal.roles': { contains: 'biling' } } }] }, { tools, principal });`,
    error: 'TS2322',
    says: `Did you mean '"billing"'?`,
  },
  {
    name: 'an attribute that does not exist',
    code: `definePolicy({ allow: [{ rule: 'refund', when: { 'principal.attributes.limit': { gt: 5 } } }] }, { tools, principal });`,
    error: 'TS2353',
    says: `''principal.attributes.limit'' does not exist in type`,
  },
  {
    name: 'a reference to nothing',
    code: `definePolicy({ allow: [{ rule: 'refund', when: { order: { equals: { $ref: 'principal.usr' } } } }] }, { tools });`,
    error: 'TS2820',
    says: `Did you mean '"principal.user"'?`,
  },
  {
    name: 'a limit on the sum of a text',
    code: `definePolicy({ allow: [{ rule: 'refund', limit: { sum: 'input.order', most: 5, per: 'day' } }] }, { tools });`,
    error: 'TS2322',
    says: `Type '"input.order"' is not assignable to type '"input.`,
  },
  {
    name: 'a limit for a period that is none',
    code: `definePolicy({ allow: [{ rule: 'refund', limit: { calls: 5, per: 'week' } }] }, { tools });`,
    error: 'TS2322',
    says: `Type '"week"' is not assignable to type`,
  },
  {
    name: 'a misspelt list of rules',
    code: `definePolicy({ alow: ['refund'] }, { tools });`,
    error: 'TS2561',
    says: `Did you mean to write 'allow'?`,
  },
  {
    name: 'a mode that does not exist',
    code: `definePolicy({ mode: 'dontask' }, { tools });`,
    error: 'TS2820',
    says: `Did you mean '"dontAsk"'?`,
  },
];

const descriptions: readonly WrongProgram[] = [
  {
    name: 'a subject that is not a string',
    code: `defineTool({ name: 'pay', schema: z.object({ amount: z.number() }), subject: ({ amount }) => amount });`,
    error: 'TS2322',
    says: `is not assignable to type '(input: { amount: number; }) => string | undefined'`,
  },
  {
    name: 'an argument that the schema does not have, in a check',
    code: `defineTool({ name: 'pay', schema: z.object({ amount: z.number() }), check: ({ amuont }) => ({ outcome: 'pass' }) });`,
    error: 'TS2339',
    says: `Property 'amuont' does not exist on type '{ amount: number; }'`,
  },
  {
    name: 'an outcome that does not exist',
    code: `defineTool({ name: 'pay', check: () => ({ outcome: 'refuse', reason: 'no' }) });`,
    error: 'TS2322',
    says: `Type '{ outcome: "refuse"; reason: string; }' is not assignable to type 'Check'`,
  },
  {
    name: 'a denial without a reason',
    code: `defineTool({ name: 'pay', check: () => ({ outcome: 'deny' }) });`,
    error: 'TS2322',
    says: `Property 'reason' is missing in type`,
  },
  {
    name: 'a matcher that answers later',
    code: `defineTool({ name: 'pay', matches: async (content) => content === 'x' });`,
    error: 'TS2322',
    says: `Type 'Promise<boolean>' is not assignable to type 'boolean'`,
  },
  {
    name: 'an argument used without a schema',
    code: `defineTool({ name: 'pay', readOnly: ({ amount }) => amount < 5 });`,
    error: 'TS18046',
    says: `'amount' is of type 'unknown'`,
  },
  {
    name: 'a schema that is none',
    code: `defineTool({ name: 'pay', schema: { type: 'object' } });`,
    error: 'TS2353',
    says: `'type' does not exist in type 'StandardSchema`,
  },
];

const gates: readonly WrongProgram[] = [
  {
    name: 'a misspelt option of a gate',
    code: `createGate({ policy: {}, aprover: undefined });`,
    error: 'TS2561',
    says: `Did you mean to write 'approver'?`,
  },
  {
    name: 'an event that does not exist',
    code: `createGate({ policy: {} }).on('finished', () => undefined);`,
    error: 'TS2345',
    says: `Argument of type '"finished"' is not assignable`,
  },
  {
    name: 'an answer that does not exist',
    code: `createGate({ policy: {}, approver: async () => ({ verdict: 'yes' }) });`,
    error: 'TS2322',
    says: `Type '"yes"' is not assignable to type`,
  },
  {
    name: 'a verdict at once, which knows no limit and no check',
    code: `createGate({ policy: {} }).decide({ tool: 'refund', input: {} });`,
    error: 'TS2339',
    says: `Property 'decide' does not exist on type 'Gate'`,
  },
];

export const wrongPrograms: readonly WrongProgram[] = [...policies, ...descriptions, ...gates];
