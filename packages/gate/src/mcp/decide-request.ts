import { type AnswerScope, type Approver, callKey, CannotAsk } from '@permesso/protocol/approval';
import { definedFields, isRecord, type McpTool, type Principal, type ToolCall } from '@permesso/engine/call';
import type { ShownVerdict } from '../payloads/refusal.ts';
import type { Gate } from '../gate/gate.ts';
import type { Catalogue } from './catalogue.ts';
import { answerFromElicitation, elicitationFor } from './protocol/elicitation.ts';
import { completed, isStateless } from './protocol/protocol-version.ts';
import {
  errorCodes,
  errorText,
  type JsonObject,
  objectAt,
  own,
  resultText,
  textAt,
} from './protocol/message.ts';
import type { Method } from './protocol/methods.ts';
import type { RequestState, RequestStates } from './protocol/request-state.ts';
import { isVisible } from './show-tools.ts';
import type { StartedServer } from './started-server.ts';
import { mcpToCall } from './to-call.ts';

export interface Deciding {
  readonly request: JsonObject;
  /** As it is written in JSON. */
  readonly id: string;
  readonly method: Method;
  readonly server: string;
  readonly session: string;
  readonly principal: Principal | undefined;
  readonly cwd: string;
  readonly gate: Gate;
  readonly catalogue: Catalogue;
  readonly started: StartedServer;
  readonly states: RequestStates;
  /** Asked about a call of a session instead of the gate's own approver. */
  readonly approver: Approver | undefined;
  /** Whether a stateless client can be given the request to answer. */
  readonly elicits: boolean;
  readonly scopes: readonly AnswerScope[];
  readonly signal: AbortSignal;
}

export type McpOutcome =
  | { readonly reply: string }
  /** Exactly what was decided. `asked`: a person approved it. */
  | { readonly forward: JsonObject; readonly call: ToolCall; readonly asked?: string };

/** The key of the client's answer to our request. */
const ourQuestion = 'permission';

export async function decideRequest(deciding: Deciding): Promise<McpOutcome> {
  const { request, id, method, server, gate, catalogue } = deciding;
  const params = objectAt(request, 'params');
  const name = method.name === 'tools/call' ? textAt(params, 'name') : undefined;
  if (name !== undefined && !isVisible(name, deciding)) return { reply: unknownTool(id, name) };
  const call = mcpToCall(request, method, {
    server,
    session: deciding.session,
    principal: deciding.principal,
    cwd: deciding.cwd,
    known: knownOf(name, deciding),
  });
  if ('problem' in call) return { reply: errorText(id, call.problem) };
  const mistaken = name === undefined ? undefined : catalogue.mistaken(name, call.input);
  if (mistaken !== undefined)
    return { reply: errorText(id, { code: errorCodes.invalidParams, message: mistaken }) };
  if (method.is === 'unless-denied') return await unlessDenied(call, deciding);
  if (isStateless(request) && deciding.elicits) return await decideStateless(call, deciding);
  const { approver, signal, scopes } = deciding;
  const who = definedFields({ approver });
  return afterVerdict(await gate.authorize(call, { signal, scopes, ...who }), call, deciding);
}

/** What is known of the tool beside its name. */
function knownOf(
  name: string | undefined,
  { catalogue, started }: Deciding,
): Omit<McpTool, 'server' | 'tool'> {
  if (name === undefined) return started;
  const pin = catalogue.pinOf(name);
  const places = catalogue.placesOf(name);
  const hints = catalogue.hintsOf(name);
  return {
    ...started,
    ...(hints?.readOnly === true || hints?.destructive === true ? { hints } : {}),
    ...definedFields({ pin, places }),
  };
}

/** Asks nobody, neither here nor in a team. */
async function unlessDenied(call: ToolCall, deciding: Deciding): Promise<McpOutcome> {
  const { gate, request } = deciding;
  const { verdict, receipt } = await gate.check(call);
  // A limit or a check may still deny it: checking neither counts the call nor runs checks.
  const isOpen = receipt.checks !== undefined || receipt.limits !== undefined;
  if (verdict === 'ask' && !isOpen) return { forward: request, call };
  return afterVerdict(await gate.consult(call), call, deciding);
}

function afterVerdict(
  said: ShownVerdict & { readonly verdict: string },
  call: ToolCall,
  { request, id }: Deciding,
): McpOutcome {
  return said.verdict === 'deny' ? { reply: deniedReply(request, id, said) } : { forward: request, call };
}

/** The request is sent as an answer, and the client comes back with the same call and the person's answer. */
async function decideStateless(call: ToolCall, deciding: Deciding): Promise<McpOutcome> {
  const { request, id, gate, states, scopes } = deciding;
  const key = callKey(call, deciding.cwd);
  const params = objectAt(request, 'params');
  const carried = textAt(params, 'requestState');
  const state = carried === undefined ? undefined : states.open(carried);
  if (state?.is === 'asked' && isRecord(own(params, 'inputResponses')))
    return await decideAnswered(call, state, deciding);
  const said = await gate.consult(call, { scopes, signal: deciding.signal });
  if (said.verdict === 'deny') return afterVerdict(said, call, deciding);
  if (state?.is === 'approved' && state.about === key)
    return { forward: withState(request, state.inner), call, asked: key };
  if (said.verdict === 'allow')
    return { forward: state === undefined ? request : withState(request, state.inner), call };
  const question = elicitationFor(said.request);
  const result = {
    resultType: 'input_required',
    inputRequests: { [ourQuestion]: { method: 'elicitation/create', params: { mode: 'form', ...question } } },
    requestState: states.seal({ is: 'asked', about: said.request.digest }),
  };
  return { reply: resultText(id, result) };
}

async function decideAnswered(call: ToolCall, state: RequestState, deciding: Deciding): Promise<McpOutcome> {
  const { request, gate, scopes, signal, cwd } = deciding;
  const given = own(objectAt(objectAt(request, 'params'), 'inputResponses'), ourQuestion);
  const approver: Approver = async (asked) => {
    if (asked.digest !== state.about) throw new CannotAsk('the request has changed since it was made');
    return await Promise.resolve(answerFromElicitation(given, asked));
  };
  const said = await gate.authorize(call, { signal, scopes, approver });
  if (said.verdict === 'deny') return afterVerdict(said, call, deciding);
  return { forward: withoutAnswers(request), call, asked: callKey(call, cwd) };
}

function withState(request: JsonObject, inner: string | undefined): JsonObject {
  const { requestState: _, ...params } = objectAt(request, 'params');
  return { ...request, params: { ...params, ...definedFields({ requestState: inner }) } };
}

/** The server has asked nothing yet. */
function withoutAnswers(request: JsonObject): JsonObject {
  const { requestState: _, inputResponses: __, ...params } = objectAt(request, 'params');
  return { ...request, params };
}

/** A denial in a form that clients show to their model: the result of a failed tool, or an error. */
function deniedReply(request: JsonObject, id: string, { message, guidance }: ShownVerdict): string {
  const text = guidance === undefined ? message : `${message} ${guidance}`;
  if (request['method'] !== 'tools/call') return errorText(id, { code: errorCodes.refused, message: text });
  return resultText(id, completed(request, { content: [{ type: 'text', text }], isError: true }));
}

/**
 * What a server answers about a tool that it does not have: a caller that may not see a tool learns nothing about it.
 */
function unknownTool(id: string, name: string): string {
  return errorText(id, { code: errorCodes.invalidParams, message: `Unknown tool: ${name.slice(0, 200)}` });
}
