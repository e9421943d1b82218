import { limitOwners, limitPeriods } from '../rules/limit.ts';
import type { JsonSchema } from './shape.ts';

const common: JsonSchema = {
  per: { description: 'The window: clock minute, clock hour, UTC day, or the session.', enum: limitPeriods },
  meter: {
    description:
      'What is counted, by name: limits of the same meter count together, and the count outlives every other change of the rule.',
    type: 'string',
    minLength: 1,
    maxLength: 100,
    pattern: '^\\S(.*\\S)?$',
  },
  by: { description: 'Whose calls are counted together; `principal` when absent.', enum: limitOwners },
  over: { description: 'What becomes of a call beyond it; `ask` when absent.', enum: ['ask', 'deny'] },
};

const calls: JsonSchema = {
  type: 'object',
  properties: { calls: { description: 'So many calls.', type: 'integer', minimum: 1 }, ...common },
  required: ['calls', 'per'],
  additionalProperties: false,
};

const sum: JsonSchema = {
  type: 'object',
  properties: {
    sum: { description: 'The argument that is summed.', type: 'string', pattern: '^input\\..' },
    most: { description: 'What the sum may come to.', type: 'number', exclusiveMinimum: 0 },
    ...common,
  },
  required: ['sum', 'most', 'per'],
  additionalProperties: false,
};

/** The schema of a limit for editors. A test compares it with the parser. */
export const limitSchema: JsonSchema = {
  description: 'How much the rule allows, and what becomes of the rest.',
  anyOf: [calls, sum],
};
