import type { JsonSchema } from './shape.ts';

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

/** A service that is asked about calls, for editors. A test compares it with the reader. */
export const checkSchema: JsonSchema = {
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
