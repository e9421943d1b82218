import { shellNames } from '@permesso/engine/call';
import type { ShapeSchema } from './check-shape.ts';

/** The version of the messages, which every request and every answer names. */
export const wireVersion = 1;

export const methodNames = ['decide', 'explain', 'authorize', 'answer', 'ran', 'visibleTools'] as const;

export type WireMethod = (typeof methodNames)[number];

const text: ShapeSchema = { type: 'string' };
const verdict: ShapeSchema = { enum: ['allow', 'ask', 'deny'] };

/** Only that it is an object: a call that is malformed in another way is denied by the gate, and recorded. */
const call: ShapeSchema = { type: 'object', description: 'What an agent wants to do: see `$defs.call`.' };

/** What each method takes. Requests are checked with these tables, and the published schema is made of them. */
export const methodParams: { readonly [M in WireMethod]: ShapeSchema } = {
  decide: { type: 'object', required: ['call'], properties: { call } },
  explain: { type: 'object', required: ['call'], properties: { call } },
  authorize: { type: 'object', required: ['call'], properties: { call } },
  answer: {
    type: 'object',
    required: ['approval', 'answer'],
    properties: {
      approval: { type: 'string', description: 'The `approval` of an ask.' },
      answer: {
        type: 'object',
        required: ['verdict'],
        properties: {
          verdict: { enum: ['allow', 'deny'] },
          by: { type: 'string', description: 'Who answered, for the log.' },
          comment: { type: 'string', description: 'With a deny: what the model is told.' },
        },
      },
    },
  },
  ran: {
    type: 'object',
    required: ['call', 'outcome'],
    properties: {
      call,
      outcome: {
        type: 'object',
        required: ['ok'],
        properties: { ok: { type: 'boolean' }, error: text, durationMs: { type: 'number' } },
      },
    },
  },
  visibleTools: {
    type: 'object',
    required: ['tools'],
    properties: { tools: { type: 'array', items: text } },
  },
};

export const requestFields: { readonly [N in 'v' | 'id' | 'method' | 'params']: ShapeSchema } = {
  v: { const: wireVersion },
  id: {
    type: ['string', 'integer'],
    // What not every reader of JSON keeps exactly could come back as another.
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The answer bears the same.',
  },
  method: { enum: methodNames },
  params: { type: 'object' },
};

const wireErrors = {
  request: 'not JSON, not an object, too long, or without a usable `id`, `method` or `params`',
  version: '`v` is not this version',
  method: 'there is no such method',
  params: 'its parameters have the wrong types',
  off: 'answers are off',
  forbidden: 'the token, the host or the origin of an HTTP request does not permit it',
  unknown: 'there is no such approval, or it was answered, or it has expired; over HTTP: no such path',
  internal: 'anything else',
} as const;

export type WireErrorCode = keyof typeof wireErrors;

/** A call that does not fit this is denied. */
const wellFormedCall: ShapeSchema = {
  type: 'object',
  required: ['tool', 'input'],
  properties: {
    tool: { type: 'string', description: "The tool's name." },
    input: { type: 'object', description: 'Its arguments by name.' },
    cwd: { type: 'string', description: 'Where relative paths and shell commands start.' },
    shell: {
      type: 'string',
      description: `The program that runs a shell command: ${shellNames.join(', ')}. Absent: any of them.`,
    },
    session: text,
    agent: {
      type: 'object',
      required: ['name'],
      properties: { name: text, parents: { type: 'array', items: text } },
    },
    principal: {
      type: 'object',
      description: 'On whose behalf, with roles and attributes for conditions.',
      properties: {
        tenant: text,
        user: text,
        session: text,
        roles: { type: 'array', items: text },
        attributes: { type: 'object' },
      },
    },
  },
};

const decision: ShapeSchema = {
  type: 'object',
  required: ['verdict', 'message', 'receipt', 'suggestions'],
  properties: {
    verdict,
    message: { type: 'string', description: 'For the person: one sentence.' },
    guidance: { type: 'string', description: 'For the model.' },
    receipt: { type: 'object', description: 'Why, as data.' },
    suggestions: { type: 'array', items: { type: 'object' } },
  },
};

/** What each method gives back where nothing is wrong. */
export const methodResults: { readonly [M in WireMethod]: ShapeSchema } = {
  decide: decision,
  explain: { type: 'object', required: ['decision', 'parts'], properties: { decision } },
  authorize: {
    type: 'object',
    required: ['verdict', 'decision', 'message'],
    properties: {
      verdict,
      decision,
      message: text,
      guidance: text,
      request: { type: 'object', description: 'What a person is to be shown, where the verdict is ask.' },
      approval: { type: 'string', description: 'Names the ask for `answer`, where answers are on.' },
    },
  },
  answer: {
    type: 'object',
    required: ['verdict', 'decision', 'message'],
    properties: { verdict: { enum: ['allow', 'deny'] }, decision, message: text, guidance: text },
  },
  ran: { type: 'object' },
  visibleTools: {
    type: 'object',
    required: ['tools'],
    properties: { tools: { type: 'array', items: text } },
  },
};

const draft = 'https://json-schema.org/draft/2020-12/schema';

/** Schemas of the messages by the name of their file; the version of the messages is part of it. */
export function wireSchemas(): Readonly<Record<string, object>> {
  const { v } = requestFields;
  return {
    [`wire-request.v${wireVersion}.schema.json`]: {
      $schema: draft,
      title: `A request to Permesso, version ${wireVersion}`,
      type: 'object',
      required: ['v', 'id', 'method'],
      properties: requestFields,
      oneOf: methodNames.map((method) => ({
        required: ['params'],
        properties: { method: { const: method }, params: methodParams[method] },
      })),
      $defs: { call: wellFormedCall },
    },
    [`wire-answer.v${wireVersion}.schema.json`]: {
      $schema: draft,
      title: `An answer of Permesso, version ${wireVersion}`,
      type: 'object',
      required: ['v', 'id'],
      properties: { v, id: { type: ['string', 'integer', 'null'] } },
      oneOf: [
        { required: ['result'], properties: { result: { type: 'object' } } },
        {
          required: ['error'],
          properties: {
            error: {
              type: 'object',
              required: ['code', 'message'],
              properties: { code: { enum: Object.keys(wireErrors) }, message: text },
            },
          },
        },
      ],
      $defs: { results: methodResults, errors: wireErrors },
    },
  };
}
