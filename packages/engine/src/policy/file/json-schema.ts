import { definedFields } from '../../call/defined-fields.ts';
import type { Tool } from '../../facts/tool.ts';
import { appSchemas, type AppSchemas } from './app-schema.ts';
import { policyShape, ruleText } from './policy-shape.ts';
import type { JsonSchema, ObjectShape, Shape } from './shape.ts';
import { approversSchema } from './approvers-schema.ts';
import { limitSchema } from './limit-schema.ts';
import { whenSchemas } from './when-schema.ts';

/**
 * The schema of policy files for editors, made from the table that the reader checks with. With an app's tools it includes
 * their names and, where their schemas can export them (zod, arktype), their arguments.
 *
 * @example
 * ```ts
 * import { defineTool } from '@permesso/gate';
 * import { policySchema } from '@permesso/gate/policy';
 * console.log(JSON.stringify(policySchema({ tools: [defineTool({ name: 'refund' })] })));
 * ```
 */
export function policySchema({ tools }: { readonly tools?: readonly Tool[] } = {}): JsonSchema {
  const app = tools === undefined ? undefined : appSchemas(tools);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Permesso policy',
    ...schemaOf(policyShape, app),
    // An empty file is an empty policy.
    type: ['object', 'null'],
    $defs: {
      ...whenSchemas,
      limit: limitSchema,
      check: checkSchema,
      approvers: approversSchema,
      ...app?.definitions,
    },
  };
}

function schemaOf(shape: Shape, app: AppSchemas | undefined): JsonSchema {
  const description = shape.about;
  switch (shape.is) {
    case 'text': {
      const examples = definedFields({ examples: shape.examples });
      const own = shape === ruleText && app !== undefined ? app.text : { type: 'string', minLength: 1 };
      return { description, ...own, ...examples };
    }
    case 'choice':
      return { description, enum: [...shape.of, ...(shape.also ?? [])] };
    case 'flag':
      return { description, type: 'boolean' };
    case 'count':
      return { description, type: 'integer', minimum: shape.from, maximum: shape.to };
    case 'list':
      return {
        description,
        // A key whose entries are all commented out is an empty list.
        ...(shape.filled === true ? { type: 'array', minItems: 1 } : { type: ['array', 'null'] }),
        items: schemaOf(shape.of, app),
      };
    case 'object':
      return objectSchema(shape, app);
    case 'named':
      return { description, type: ['object', 'null'], additionalProperties: schemaOf(shape.of, app) };
    case 'open':
      if (shape.schema !== undefined) return { $ref: `#/$defs/${shape.schema}` };
      return { description, type: 'object', ...(shape.filled === true ? { minProperties: 1 } : {}) };
    case 'either':
      return {
        description,
        anyOf: [shape.text, ...(shape.list === undefined ? [] : [shape.list]), shape.object].map((one) =>
          schemaOf(one, app),
        ),
      };
  }
}

function objectSchema({ about, fields, required }: ObjectShape, app: AppSchemas | undefined): JsonSchema {
  return {
    description: about,
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, schemaOf(field, app)]),
    ),
    ...definedFields({ required }),
    additionalProperties: false,
    ...(fields['rule'] === ruleText ? app?.about : {}),
  };
}

const address: JsonSchema = { type: 'string', pattern: '^https?://[^\\s@]+$' };

const common: JsonSchema = {
  timeout: {
    description: 'Milliseconds until it counts as not reached; 2000 when absent.',
    type: 'number',
    exclusiveMinimum: 0,
    maximum: 60_000,
  },
  tokenFrom: { description: 'The environment variable that holds its bearer token.', type: 'string' },
  plainHttp: {
    description: 'It may be asked without TLS, although it is on another machine.',
    type: 'boolean',
  },
};

/** The schema of checks for editors. A test compares it with the parser. */
const checkSchema: JsonSchema = {
  description: 'A service that is asked about calls.',
  anyOf: [
    {
      type: 'object',
      properties: {
        authzen: { description: 'The access evaluation endpoint of an AuthZEN 1.0 service.', ...address },
        ...common,
      },
      required: ['authzen'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: {
        opa: {
          description: "A document of OPA's data API that says whether a call is permitted.",
          ...address,
        },
        ...common,
      },
      required: ['opa'],
      additionalProperties: false,
    },
  ],
};
