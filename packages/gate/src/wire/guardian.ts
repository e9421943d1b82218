import { isRecord } from '@permesso/engine/call';
import type { Receipt } from '@permesso/engine/decision';
import { unanswerable } from './unanswerable.ts';
import { fields, list, object, oneOf, shapeProblem, text, type TypeOf } from '@permesso/protocol/shape';
import { readRpc, type RpcAnswer, rpcCodes, rpcError, rpcResult } from './json-rpc.ts';
import { wireVersion } from './wire-schema.ts';
import type { Wire, WireCaller } from './wire.ts';

/**
 * The guardian of OWASP's Agent Control Standard 0.1. If no decision arrives, the standard may let a call run, so an
 * error would allow it: any failure for a tool call that can be answered becomes a `deny`.
 */
export type Guardian = (message: unknown, caller?: WireCaller) => Promise<RpcAnswer>;

export interface GuardianOptions {
  readonly transport: 'http' | 'https';
  /** Milliseconds since the epoch. This machine's clock when absent. */
  readonly now?: () => number;
}

const acsVersion = '0.1.0';
const toolCall = 'steps/toolCallRequest';

/**
 * Steps that call no tool. Permesso decides tool calls, so these pass, and the answer says that they were not
 * evaluated.
 */
const notEvaluated: ReadonlySet<string> = new Set(
  (
    'sessionStart sessionEnd agentTrigger turnStart turnEnd userMessage agentResponse knowledgeRetrieval ' +
    'memoryContextRetrieval memoryStore toolCallResult preCompact postCompact subagentStart subagentStop ' +
    'skillRegister skillLoad skillUnload'
  )
    .split(' ')
    .map((step) => `steps/${step}`),
);

const acsCodes = { version: -32_001, replay: -32_005, timestamp: -32_006 } as const;

const skewMs = 300_000;
/** Far more than arrive within the window; the oldest is dropped. */
const mostRemembered = 100_000;

const envelope = object({
  acs_version: text,
  request_id: text,
  timestamp: text,
  metadata: object(
    { agent_id: text, session_id: text },
    { user_context: object({}, { user_id: text, roles: list(text) }) },
  ),
  payload: fields,
});

type Envelope = TypeOf<typeof envelope>;

export function createGuardian(wire: Wire, { transport, now = Date.now }: GuardianOptions): Guardian {
  /** When a request was seen, by its session and id. */
  const seen = new Map<string, number>();

  /** Why a request is refused before its step is evaluated: too old, or a replay. */
  function staleProblem({ timestamp, request_id: id, metadata }: Envelope): Staleness | undefined {
    const at = Date.parse(timestamp);
    const clock = now();
    if (!(Math.abs(clock - at) <= skewMs))
      return { code: acsCodes.timestamp, message: `the timestamp is not within ${skewMs} ms of this clock` };
    const key = JSON.stringify([metadata.session_id, id]);
    for (const [old, when] of seen) {
      if (when >= clock - 2 * skewMs && seen.size < mostRemembered) break;
      seen.delete(old);
    }
    if (seen.has(key)) return { code: acsCodes.replay, message: 'this request was sent before' };
    seen.set(key, clock);
    return undefined;
  }

  return async (message, caller) => {
    const request = readRpc(message);
    if (request === undefined)
      return rpcError(null, rpcCodes.request, { message: 'send one JSON-RPC 2.0 request at a time' });
    const { id, method, params } = request;
    const problem = shapeProblem(envelope, params, 'params') ?? identifierProblem(params);
    if (problem !== undefined) return rpcError(id, rpcCodes.params, { message: problem });
    const asked = params as unknown as Envelope;
    const finish = (said: Said): RpcAnswer =>
      rpcResult(id, {
        type: 'final',
        acs_version: acsVersion,
        request_id: asked.request_id,
        metadata: { evaluator: 'deterministic' },
        ...said,
      });
    if (!asked.acs_version.startsWith('0.')) return unsupported(id);
    if (method === 'system/ping')
      return finish({ decision: 'allow', payload: pong(asked.payload, new Date(now()).toISOString()) });
    const stale = staleProblem(asked);
    if (stale !== undefined) return rpcError(id, stale.code, { message: stale.message });
    if (method === 'handshake/hello') {
      const hello = serverHello(asked.payload, transport);
      if ('problem' in hello) return rpcError(id, rpcCodes.params, { message: hello.problem });
      return 'unsupported' in hello ? unsupported(id) : finish({ decision: 'allow', payload: hello });
    }
    if (method === toolCall) return finish(await decideTool(wire, asked, caller));
    if (notEvaluated.has(method)) return finish({ decision: 'allow', reason_codes: ['not_evaluated'] });
    return rpcError(id, rpcCodes.method, { message: 'this guardian does not evaluate that method' });
  };
}

interface Staleness {
  readonly code: number;
  readonly message: string;
}

interface Said {
  readonly decision: 'allow' | 'deny' | 'ask';
  readonly reasoning?: string;
  readonly reason_codes?: readonly string[];
  readonly policy_references?: readonly object[];
  readonly ask_details?: object;
  readonly payload?: object;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** Answers repeat the id of the request, and the standard wants a UUID in both. */
function identifierProblem({ request_id: id }: Readonly<Record<string, unknown>>): string | undefined {
  return uuid.test(String(id)) ? undefined : '`params.request_id` is not a UUID';
}

function unsupported(id: string | number): RpcAnswer {
  const message = `this guardian speaks ${acsVersion}`;
  return {
    jsonrpc: '2.0',
    id,
    error: {
      code: acsCodes.version,
      message,
      data: { reason: 'UNSUPPORTED_VERSION', message, supported_versions: [acsVersion] },
    },
  };
}

function pong({ echo }: Readonly<Record<string, unknown>>, at: string): object {
  return { status: 'ok', ...(typeof echo === 'string' ? { echo } : {}), server_timestamp: at };
}

const clientHello = object({
  acs_versions_supported: list(text),
  methods_implemented: list(text),
  transports_supported: list(text),
  provenance_producer: oneOf('deterministic', 'none'),
});

/** Whatever is not answered in time must not run: both names under which drafts of 0.1 say so. */
const failsClosed = { on_decision_failure: 'deny', on_timeout: 'deny' } as const;

type Hello = { readonly problem: string } | { readonly unsupported: true } | object;

function serverHello(payload: Readonly<Record<string, unknown>>, transport: string): Hello {
  const problem = shapeProblem(clientHello, payload, 'payload');
  if (problem !== undefined) return { problem };
  const { acs_versions_supported: versions, methods_implemented: methods } = payload as TypeOf<
    typeof clientHello
  >;
  if (!versions.some((version) => version.startsWith('0.'))) return { unsupported: true };
  return {
    negotiated_version: acsVersion,
    methods_evaluated: methods.filter((method) => method === toolCall || method === 'system/ping'),
    selected_transport: transport,
    // The channel authenticates the caller: a token on this machine, certificates from elsewhere.
    signature_algorithms_supported: [],
    timeout_config: { default_ms: 30_000 },
    skew_window_ms: skewMs,
    ...failsClosed,
    approver_types_supported: ['human'],
    policy_requires_provenance: false,
    profiles_accepted: [],
  };
}

async function decideTool(
  wire: Wire,
  { metadata, payload }: Envelope,
  caller: WireCaller | undefined,
): Promise<Said> {
  const input = inputOf(payload);
  if ('problem' in input) return refused(input.problem, 'malformed');
  const { user_id: user, roles } = metadata.user_context ?? {};
  const { principal } = caller ?? {};
  if (principal !== undefined && user !== undefined && user !== principal.user)
    return refused('`user_context` is not the user of the token', 'forbidden');
  const call = {
    tool: (payload['tool'] as { readonly name: string }).name,
    input: input.values,
    session: metadata.session_id,
    ...(user === undefined || principal !== undefined
      ? {}
      : { principal: { user, ...(roles === undefined ? {} : { roles }) } }),
  };
  const answer = await wire({ v: wireVersion, id: 0, method: 'authorize', params: { call } }, caller);
  if ('error' in answer) return refused(answer.error.message, answer.error.code);
  const { verdict, message, approval, decision } = answer.result as Authorized;
  const about = { reasoning: message, policy_references: references(decision) };
  if (verdict === 'allow') return { decision: 'allow', ...about };
  if (verdict !== 'ask') return { decision: 'deny', ...about };
  // Nobody can answer here, and a client that asks on its own may run the call.
  if (approval === undefined)
    return {
      ...refused(unanswerable(message), 'approver_unavailable'),
      policy_references: about.policy_references,
    };
  const approver = { type: 'human', id: approval, endpoint: '/v1/messages' };
  return { decision: 'ask', ...about, ask_details: { approver } };
}

interface Authorized {
  readonly verdict: string;
  readonly message: string;
  readonly approval?: string;
  readonly decision: {
    readonly receipt: Pick<Receipt, 'determining'>;
  };
}

function references({ receipt }: Authorized['decision']): readonly object[] {
  return receipt.determining.map(({ text: rule, layer }) => ({ policy_id: layer, rule_id: rule }));
}

function refused(why: string, code: string): Said {
  return { decision: 'deny', reasoning: why, reason_codes: [code] };
}

type ReadInput = { readonly problem: string } | { readonly values: Readonly<Record<string, unknown>> };

const toolPayload = object(
  { tool: object({ name: text }), arguments: fields },
  { operation: text, raw_command: text },
);

/** Each argument holds a value beside its provenance. What two fields say differently is not known, so it is refused. */
function inputOf(payload: Readonly<Record<string, unknown>>): ReadInput {
  const problem = shapeProblem(toolPayload, payload, 'payload');
  if (problem !== undefined) return { problem };
  const { arguments: given, operation, raw_command: raw } = payload;
  const values = new Map<string, unknown>();
  for (const [name, argument] of Object.entries(given as object)) {
    if (!isRecord(argument) || !Object.hasOwn(argument, 'value'))
      return { problem: `\`payload.arguments.${name}\` has no \`value\`` };
    values.set(name, argument['value']);
  }
  for (const [name, value] of Object.entries({ command: raw, operation })) {
    if (value === undefined) continue;
    if (values.has(name) ? values.get(name) !== value : name === 'command')
      return { problem: `\`payload\` says \`${name}\` in two ways` };
    values.set(name, value);
  }
  return { values: Object.fromEntries(values) };
}
