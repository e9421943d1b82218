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

const numberOrReference = { anyOf: [{ type: 'number' }, reference] };
const textOrReference = { anyOf: [{ type: 'string', minLength: 1 }, reference] };
const text = { type: 'string', minLength: 1 };

/** Conditions, for editors. They refer to themselves, so they stand apart; a test compares them with the reader. */
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
        properties: {
          equals: { description: 'The same value.' },
          in: {
            description: 'One of these values.',
            anyOf: [{ type: 'array', minItems: 1 }, reference],
          },
          gt: numberOrReference,
          gte: numberOrReference,
          lt: numberOrReference,
          lte: numberOrReference,
          contains: {
            description: 'A list with this item, or a text with this piece.',
            anyOf: [{ type: ['number', 'boolean', 'null'] }, { type: 'string', minLength: 1 }, reference],
          },
          startsWith: textOrReference,
          endsWith: textOrReference,
          matches: { description: 'A regular expression without look-around and back references.', ...text },
          under: { description: 'A path below this directory.', ...text },
          exists: { description: 'Whether the value is there.', type: 'boolean' },
          not: { description: 'These tests do not all pass.', ...tests },
          any: { description: 'An item of the list passes.', ...tests },
          all: { description: 'Every item of the list passes.', ...tests },
        },
        additionalProperties: false,
      },
    ],
  },
};
