import { shellNames } from '@permesso/engine/call';
import {
  about,
  decimal,
  fields,
  flag,
  list,
  object,
  oneOf,
  only,
  type Schema,
  text,
} from '@permesso/protocol/shape';

/** The version of the messages, which every request and every answer names. */
export const wireVersion = 1;

export const methodNames = ['decide', 'explain', 'authorize', 'answer', 'ran', 'visibleTools'] as const;

export type WireMethod = (typeof methodNames)[number];

const verdict = oneOf('allow', 'ask', 'deny');
const answered = oneOf('allow', 'deny');
const texts = list(text);

/** Only that it is an object: a call that is malformed in another way is denied by the gate, and recorded. */
const call = about(fields, 'What an agent wants to do: see `$defs.call`.');

const ofCall = object({ call });

/** What each method takes. Requests are checked with these tables, and the published schema is made of them. */
export const methodParams: { readonly [M in WireMethod]: Schema } = {
  decide: ofCall,
  explain: ofCall,
  authorize: ofCall,
  answer: object({
    approval: about(text, 'The `approval` of an ask.'),
    answer: object(
      { verdict: answered },
      {
        by: about(text, 'Who answered, for the log.'),
        comment: about(text, 'With a deny: what the model is told.'),
      },
    ),
  }),
  ran: object({ call, outcome: object({ ok: flag }, { error: text, durationMs: decimal }) }),
  visibleTools: object({ tools: texts }),
};

export const requestFields: { readonly [N in 'v' | 'id' | 'method' | 'params']: Schema } = {
  v: only(wireVersion),
  id: {
    type: ['string', 'integer'],
    // What not every reader of JSON keeps exactly could come back as another.
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The answer bears the same.',
  },
  method: oneOf(...methodNames),
  params: fields,
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
const wellFormedCall = object(
  { tool: about(text, "The tool's name."), input: about(fields, 'Its arguments by name.') },
  {
    cwd: about(text, 'Where relative paths and shell commands start.'),
    shell: about(
      text,
      `The program that runs a shell command: ${shellNames.join(', ')}. Absent: any of them.`,
    ),
    session: text,
    agent: object({ name: text }, { parents: texts }),
    principal: about(
      object({}, { tenant: text, user: text, session: text, roles: texts, attributes: fields }),
      'On whose behalf, with roles and attributes for conditions.',
    ),
  },
);

const decision = object(
  {
    verdict,
    message: about(text, 'For the person: one sentence.'),
    receipt: about(fields, 'Why, as data.'),
    suggestions: list(fields),
  },
  { guidance: about(text, 'For the model.') },
);

/** What each method gives back where nothing is wrong. */
export const methodResults: { readonly [M in WireMethod]: Schema } = {
  decide: decision,
  explain: object({ decision, parts: list(fields) }),
  authorize: object(
    { verdict, decision, message: text },
    {
      guidance: text,
      request: about(fields, 'What a person is to be shown, where the verdict is ask.'),
      approval: about(text, 'Names the ask for `answer`, where answers are on.'),
    },
  ),
  answer: object({ verdict: answered, decision, message: text }, { guidance: text }),
  ran: fields,
  visibleTools: object({ tools: texts }),
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
