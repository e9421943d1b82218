import { definedFields } from '../../call/defined-fields.ts';
import { operators } from '../rules/operators.ts';
import type { JsonSchema } from './shape.ts';

const tests = { $ref: '#/$defs/tests' };
const when = { $ref: '#/$defs/when' };

const reference: JsonSchema = {
  description: 'The other side of the comparison: `principal.user`, or another argument.',
  type: 'object',
  properties: { $ref: { type: 'string', minLength: 1 } },
  required: ['$ref'],
  additionalProperties: false,
};

const properties = Object.fromEntries(
  [...operators].map(([name, { title, schema = [], refers }]) => [
    name,
    {
      ...definedFields({ description: title }),
      ...(refers === undefined || schema.length === 0 ? schema[0] : { anyOf: [...schema, reference] }),
    },
  ]),
);

/** The schema of conditions for editors. Conditions are recursive, so they are separate; a test compares them with the parser. */
export const whenSchemas: Readonly<Record<string, JsonSchema>> = {
  when: {
    description:
      'Conditions on arguments (`amount`, `items[*].price`) and on the person (`principal.roles`), all of which must hold.',
    type: 'object',
    minProperties: 1,
    properties: {
      $or: { description: 'One of these holds.', type: 'array', minItems: 1, items: when },
      $and: { description: 'All of these hold.', type: 'array', minItems: 1, items: when },
      $not: { description: 'This does not hold.', ...when },
    },
    additionalProperties: tests,
  },
  tests: {
    description: 'A value that must be equal, or tests that must all pass.',
    anyOf: [
      { type: ['string', 'number', 'boolean', 'null', 'array'] },
      reference,
      {
        type: 'object',
        minProperties: 1,
        properties,
        additionalProperties: false,
      },
    ],
  },
};
