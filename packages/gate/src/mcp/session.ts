import type { SentRequest } from './sent-request.ts';
import { type AnswerScope, type Approver, CannotAsk, withdrawn } from '@permesso/protocol/approval';
import { tryInOrder } from '../approval/channels/combine-approvers.ts';
import { definedFields, messageOf, type Principal } from '@permesso/engine/call';
import type { CallOutcome, Gate } from '../gate/gate.ts';
import { routeRequest } from './route-request.ts';
import { askEveryone } from './ask-everyone.ts';
import { clientRequests } from './client-requests.ts';
import { clientRoots } from './client-roots.ts';
import { decideRequest, type McpOutcome } from './decide-request.ts';
import { answerFromElicitation, elicitationFor } from './protocol/elicitation.ts';
import { canElicit, capabilitiesOf, envelopeOf, isStateless } from './protocol/protocol-version.ts';
import * as rpc from './protocol/message.ts';
import { type Failure, type JsonObject, type Message, objectAt, textAt } from './protocol/message.ts';
import { methodOf } from './protocol/methods.ts';
import { openRequests } from './open-requests.ts';
import { toMessage } from './protocol/read-message.ts';
import type { RequestStates } from './protocol/request-state.ts';
import { batchRoute, type Route } from './route.ts';
import { createServer, type Server } from './server.ts';
import { servedPlaces } from './served-places.ts';
import type { StartedServer } from './started-server.ts';
import { showTools } from './show-tools.ts';
import type { MessageCounts } from './message-counts.ts';
import { secondReading } from './protocol/ambiguous-json.ts';
import type { OpenWire } from './transports/wire.ts';

export interface SessionOptions {
  /** By the server names used in rules. */
  readonly servers: ReadonlyMap<string, OpenWire>;
  /** What is known about servers that we started, by the same names. */
  readonly started?: ReadonlyMap<string, StartedServer>;
  /** Whether tools are named after their server: several servers behind one front. */
  readonly many: boolean;
  readonly gate: Gate;
  /** Whether the gate asks people other than the client's, so that the client is not asked first. */
  readonly asksOthers?: boolean;
  /** Asked if the client cannot be. Defaults to the gate's own approver. */
  readonly approver?: Approver;
  /** Whether the client may be asked to show our requests. */
  readonly elicits: boolean;
  readonly session: string;
  /** The principal of every call in the session. */
  readonly principal?: Principal;
  readonly cwd: string;
  readonly scopes: readonly AnswerScope[];
  readonly states: RequestStates;
  readonly tally: MessageCounts;
  /** The route for messages that belong to no request. */
  readonly stray: Pick<Route, 'tell'>;
  /** Whether several clients share it, so that one client's ids mean nothing to another. */
  readonly shared?: boolean;
  readonly report: (line: string) => void;
}

/** One client in front of its servers: every message in either direction passes through here. */
export interface Session {
  readonly receive: (message: Message, route: Route, options?: unknown) => void;
  readonly receiveBatch: (batch: readonly Message[], route: Route) => void;
  /** The client has disconnected. */
  readonly leave: (route: Route) => void;
  /** Resolves when no request is pending any more, or after this many milliseconds. */
  readonly settled: (atMost: number) => Promise<void>;
  readonly close: () => void;
}

export function openSession(options: SessionOptions): Session {
  const { gate, stray, report } = options;
  const requests = openRequests();
  const questions = clientRequests();
  const places = servedPlaces();
  const roots = clientRoots();
  let capabilities: JsonObject = {};
  const servers = new Map<string, Server>();
  for (const [name, open] of options.servers) {
    const server: Server = createServer({
      name,
      open,
      report,
      requested: (message, route) => {
        const id = rpc.idText(message);
        questions.put(message, route ?? stray, (answer) => {
          if (rpc.textAt(message.value, 'method') === 'roots/list') roots.learn(name, answer.value);
          server.upstream.answer(answer, id);
        });
      },
      notified: (message, route) => (route ?? stray).tell(message.text),
    });
    servers.set(name, server);
  }
  const only = options.many ? undefined : [...servers.values()][0];

  function request(message: Message, route: Route, passed: unknown): void {
    const id = rpc.idText(message);
    const objection = secondReading(message);
    const name = rpc.textAt(message.value, 'method');
    const refuse = (failure: Failure): void => route.reply(rpc.errorText(id, failure));
    if (objection !== undefined) return refuse({ code: rpc.errorCodes.invalidRequest, message: objection });
    if (name === undefined)
      return refuse({ code: rpc.errorCodes.invalidRequest, message: '`method` is not a string' });
    const open = requests.open(id, route);
    if (open === undefined)
      return refuse({ code: rpc.errorCodes.refused, message: 'too many requests wait for an answer' });
    if (name === 'initialize')
      capabilities = rpc.objectAt(rpc.objectAt(message.value, 'params'), 'capabilities');
    const sent: SentRequest = { message, open, route, method: methodOf(name), passed };
    const aim = only === undefined ? routeRequest(message.value, [...servers.keys()], places) : undefined;
    if (aim !== undefined && 'problem' in aim) return open.reply(rpc.errorText(id, aim.problem));
    if (aim !== undefined && 'everyone' in aim) {
      askEveryone(sent, {
        servers: [...servers.values()],
        shown: (server, answer) => finish(answer, server, sent),
      });
      return undefined;
    }
    const server = aim === undefined ? only : servers.get(aim.server);
    if (server === undefined) return open.reply(rpc.errorText(id, noServer));
    const value = aim === undefined ? message.value : aim.request;
    if (sent.method.is === 'pass')
      return forward(aim === undefined ? message : toMessage(value), server, sent);
    decide(value, server, sent).catch((error: unknown) => {
      report(`a request could not be decided: ${messageOf(error)}`);
      open.reply(
        rpc.errorText(id, { code: rpc.errorCodes.refused, message: 'the call could not be decided' }),
      );
    });
    return undefined;
  }

  async function decide(value: JsonObject, server: Server, sent: SentRequest): Promise<void> {
    const { open, route, method } = sent;
    const tool = method.name === 'tools/call' ? rpc.textAt(rpc.objectAt(value, 'params'), 'name') : undefined;
    if (tool !== undefined && server.catalogue.pinOf(tool) === undefined)
      await server.learn(envelopeOf(value));
    const outcome: McpOutcome = await decideRequest({
      request: value,
      id: open.id,
      method,
      server: server.name,
      session: options.session,
      principal: options.principal,
      cwd: options.cwd,
      gate,
      catalogue: server.catalogue,
      started: roots.with(server.name, options.started?.get(server.name)),
      states: options.states,
      approver: approverFor(value, route),
      elicits:
        options.elicits && options.asksOthers !== true && canElicit(capabilitiesOf(value, capabilities)),
      scopes: options.scopes,
      signal: open.signal,
    });
    options.tally.decided('forward' in outcome ? 'allow' : 'deny');
    if ('reply' in outcome) open.reply(outcome.reply);
    // Sends what was decided, written again, instead of the original text.
    else if (!open.signal.aborted)
      forward(toMessage(outcome.forward), server, {
        ...sent,
        asked: outcome.asked,
        started: gate.start(outcome.call),
      });
  }

  function forward(message: Message, server: Server, sent: SentRequest): void {
    const { open, route } = sent;
    const tool = rpc.textAt(rpc.objectAt(message.value, 'params'), 'name');
    const schema = tool === undefined ? undefined : server.catalogue.schemaOf(tool);
    const pending = server.request(message, route, {
      done: (answer) => {
        sent.started?.ended(outcomeOf(answer.value));
        open.reply(finish(answer, server, sent).text);
      },
      ...definedFields({ schema, options: sent.passed }),
    });
    open.whenCancelled((params) => {
      sent.started?.ended({ ok: false, error: 'it was cancelled' });
      pending.cancel(params);
    });
  }

  /** The part of a server's answer that the client gets. */
  function finish(answer: Message, server: Server, { method, asked }: SentRequest): Message {
    if (options.many) places.learn(server.name, answer.value);
    if (asked !== undefined) return carryApproval(answer, { asked, states: options.states });
    if (method.name !== 'tools/list') return answer;
    const { catalogue } = server;
    return showTools(answer, { server: server.name, gate, catalogue, tally: options.tally });
  }

  function approverFor(value: JsonObject, route: Route): Approver | undefined {
    const asksClient = options.elicits && !isStateless(value) && canElicit(capabilities);
    const all = [asksClient ? throughClient(route) : undefined, options.approver];
    const asked = all.filter((each) => each !== undefined);
    return asked.length < 2 ? asked[0] : tryInOrder(...asked);
  }

  /** The client shows our question to its person. */
  function throughClient(route: Route): Approver {
    return (asked, { signal }) =>
      new Promise((resolve, reject) => {
        const params = elicitationFor(asked);
        const question = toMessage({ jsonrpc: '2.0', id: 0, method: 'elicitation/create', params });
        const put = questions.put(question, route, ({ value }) => {
          signal.removeEventListener('abort', withdraw);
          if (rpc.own(value, 'result') === undefined)
            reject(new CannotAsk('the client did not show the request'));
          else resolve(answerFromElicitation(value['result'], asked));
        });
        const withdraw = (): void => {
          put.withdraw();
          resolve(withdrawn);
        };
        signal.addEventListener('abort', withdraw, { once: true });
      });
  }

  function notification(message: Message, route: Route): void {
    const name = rpc.textAt(message.value, 'method') ?? '';
    const objection = secondReading(message);
    if (objection !== undefined) return report(`a notification was not passed on: ${objection}`);
    if (name === 'notifications/cancelled') {
      const params = rpc.objectAt(message.value, 'params');
      const id = JSON.stringify(rpc.own(params, 'requestId') ?? null);
      return requests.cancel(id, params, options.shared === true ? route : undefined);
    }
    // Some servers would run a call without an id, and there would be no way to report a denial.
    if (!name.startsWith('notifications/'))
      return report(`${JSON.stringify(name.slice(0, 80))} came without an id and was not passed on`);
    for (const { upstream } of servers.values()) upstream.notify(message);
  }

  function receive(message: Message, route: Route, passed?: unknown): void {
    const shape = rpc.shapeOf(message);
    if (shape === 'request') request(message, route, passed);
    else if (shape === 'notification') notification(message, route);
    else if (shape === 'unknown') route.reply(rpc.errorText(rpc.idText(message), noMessage));
    else if (!questions.settle(message)) report('an answer without a request was not passed on');
  }

  return {
    receive,
    receiveBatch: (batch, route) => {
      const answered = batch.filter((message) => isAnswered(message)).length;
      const together = batchRoute(route, answered);
      for (const message of batch) receive(message, together);
    },
    leave: (route) => requests.leave(route),
    settled: (atMost) => requests.settled(atMost),
    close: () => {
      requests.closeAll();
      for (const { upstream } of servers.values()) upstream.close();
    },
  };
}

/** The outcome that the server reports. Its content is not ours to record. */
function outcomeOf(answer: JsonObject): CallOutcome {
  const error = rpc.own(answer, 'error');
  if (error !== undefined)
    return { ok: false, error: rpc.textAt(rpc.objectAt(answer, 'error'), 'message') ?? 'error' };
  const failed = rpc.own(rpc.objectAt(answer, 'result'), 'isError') === true;
  return failed ? { ok: false, error: 'the tool reported an error' } : { ok: true };
}

export function isAnswered(message: Message): boolean {
  const shape = rpc.shapeOf(message);
  return shape === 'request' || shape === 'unknown';
}

const noMessage: Failure = { code: rpc.errorCodes.invalidRequest, message: 'this is not a JSON-RPC message' };
const noServer: Failure = { code: rpc.errorCodes.invalidParams, message: 'there is no such server' };

/**
 * A server may itself answer that it needs something from the person. The client then sends the call again, and the
 * person who approved it must not be asked twice: the approval travels with the server's own state.
 */
function carryApproval(
  answer: Message,
  { asked, states }: { asked: string; states: RequestStates },
): Message {
  const result = objectAt(answer.value, 'result');
  if (textAt(result, 'resultType') !== 'input_required') return answer;
  const inner = textAt(result, 'requestState');
  const requestState = states.seal({ is: 'approved', about: asked, ...definedFields({ inner }) });
  return toMessage({ ...answer.value, result: { ...result, requestState } });
}
