import { policyShape } from './policy-shape.ts';
import type { JsonSchema, ObjectShape, Shape } from './shape.ts';
import { limitSchema } from './limit-schema.ts';
import { whenSchemas } from './when-schema.ts';

/** The schema of policy files for editors, made from the same table that the reader checks with. */
export function policySchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Permesso policy',
    ...schemaOf(policyShape),
    // An empty file is an empty policy.
    type: ['object', 'null'],
    $defs: { ...whenSchemas, limit: limitSchema },
  };
}

function schemaOf(shape: Shape): JsonSchema {
  const description = shape.about;
  switch (shape.is) {
    case 'text': {
      const examples = shape.examples === undefined ? {} : { examples: shape.examples };
      return { description, type: 'string', minLength: 1, ...examples };
    }
    case 'choice':
      return { description, enum: [...shape.of, ...(shape.also ?? [])] };
    case 'flag':
      return { description, type: 'boolean' };
    case 'list':
      return {
        description,
        // A key whose entries are all commented out is an empty list.
        ...(shape.filled === true ? { type: 'array', minItems: 1 } : { type: ['array', 'null'] }),
        items: schemaOf(shape.of),
      };
    case 'object':
      return objectSchema(shape);
    case 'named':
      return { description, type: ['object', 'null'], additionalProperties: schemaOf(shape.of) };
    case 'open':
      if (shape.schema !== undefined) return { $ref: `#/$defs/${shape.schema}` };
      return { description, type: 'object', ...(shape.filled === true ? { minProperties: 1 } : {}) };
    case 'either':
      return { description, anyOf: [schemaOf(shape.text), schemaOf(shape.object)] };
  }
}

function objectSchema({ about, fields, required }: ObjectShape): JsonSchema {
  return {
    description: about,
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])),
    ...(required === undefined ? {} : { required }),
    additionalProperties: false,
  };
}
