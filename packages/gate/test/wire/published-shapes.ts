/**
 * What the published schemas demand, in words of our own: names, types, values and what is required.
 *
 * - Agent Control Standard 0.1.0: `request-envelope.json`, `response-envelope.json`, `handshake.json` and
 *   `hooks/tool-call-request.json` in `specification/v0.1.0` of Agent-Control-Standard/ACS, as stored at 4fb84c19, a0c16bf1 and 10b4aba3.
 * - MCP interceptors: `typescript/sdk/src/protocol/zod-schemas.ts` of modelcontextprotocol/experimental-ext-interceptors at 95a54e69.
 * - AuthZEN Authorization API 1.0: `access-evaluation-request.json` and `access-evaluation-response.json` in `api/schemas` of openid/authzen.
 */
const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;
const version = { type: 'string', pattern: String.raw`^\d+\.\d+\.\d+$` } as const;
const uuid = { type: 'string', pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' } as const;

/** An object with these fields, of which the named ones are required. */
function object(required: string, properties: object, closed = false): object {
  return {
    type: 'object',
    required: required.split(' ').filter((name) => name !== ''),
    properties,
    ...(closed ? { additionalProperties: false } : {}),
  };
}

/** A decision of this kind must hold these fields too. */
function when(decision: string, required: readonly string[]): object {
  return { anyOf: [{ not: { properties: { decision: { const: decision } } } }, { required }] };
}

const acsResult = {
  ...object('type acs_version request_id decision', {
    type: { const: 'final' },
    acs_version: version,
    request_id: uuid,
    decision: { enum: ['allow', 'deny', 'modify', 'ask', 'defer'] },
    reasoning: text,
    reason_codes: { ...texts, uniqueItems: true },
    policy_references: {
      type: 'array',
      items: object('', { policy_id: text, policy_version: text, policy_name: text, rule_id: text }),
    },
    ask_details: { type: 'object' },
    payload: { type: 'object' },
    metadata: object('', { evaluator: { enum: ['deterministic', 'agent', 'composite'] } }),
  }),
  allOf: [
    when('deny', ['reasoning']),
    when('modify', ['reasoning', 'modifications']),
    when('ask', ['reasoning', 'ask_details']),
    when('defer', ['reasoning', 'defer_details']),
  ],
};

const rpc = { jsonrpc: { const: '2.0' } } as const;

type ShapeName = 'acsRequest' | 'acsResponse' | 'acsServerHello' | 'interceptorList' | 'interceptorResult';

export const publishedShapes: Readonly<Record<ShapeName, object>> = {
  acsRequest: object(
    'jsonrpc method id params',
    {
      ...rpc,
      method: { type: 'string', pattern: '^(steps/|protocols/|agbom/|trace/|system/|handshake/|wrapped:).+' },
      id: { type: ['string', 'number'] },
      params: object('acs_version request_id timestamp metadata payload', {
        acs_version: version,
        request_id: uuid,
        timestamp: text,
        metadata: object('agent_id session_id', { agent_id: text, session_id: uuid }),
        payload: { type: 'object' },
      }),
    },
    true,
  ),
  acsResponse: {
    ...object(
      'jsonrpc id',
      {
        ...rpc,
        id: { type: ['string', 'number', 'null'] },
        result: acsResult,
        error: object('code message', { code: { type: 'integer' }, message: text }),
      },
      true,
    ),
    oneOf: [
      { required: ['result'], properties: { id: { type: ['string', 'number'] } } },
      { required: ['error'] },
    ],
  },
  acsServerHello: object('negotiated_version methods_evaluated selected_transport timeout_config', {
    negotiated_version: version,
    methods_evaluated: texts,
    selected_transport: { enum: ['http', 'https', 'stdio'] },
    signature_algorithms_supported: texts,
    timeout_config: object('default_ms', { default_ms: { type: 'integer', minimum: 1 } }),
    skew_window_ms: { type: 'integer', minimum: 0 },
    on_timeout: { enum: ['proceed', 'deny'] },
    approver_types_supported: { type: 'array', items: { enum: ['human', 'agent', 'service'] } },
    policy_requires_provenance: { type: 'boolean' },
    profiles_accepted: texts,
  }),
  interceptorList: object('interceptors', {
    interceptors: {
      type: 'array',
      items: object('name type hooks', {
        name: text,
        version: text,
        description: text,
        type: { enum: ['validation', 'mutation', 'sink'] },
        hooks: {
          type: 'array',
          items: object('events phase', { events: texts, phase: { enum: ['request', 'response'] } }),
        },
        failOpen: { type: 'boolean' },
      }),
    },
  }),
  interceptorResult: object('type phase valid', {
    interceptor: text,
    type: { const: 'validation' },
    phase: { enum: ['request', 'response'] },
    valid: { type: 'boolean' },
    severity: { enum: ['info', 'warn', 'error'] },
    messages: {
      type: 'array',
      items: object('message severity', {
        path: text,
        message: text,
        severity: { enum: ['info', 'warn', 'error'] },
      }),
    },
  }),
};
