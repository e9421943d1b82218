import type { Verdict } from '@permesso/engine/policy';
import { idText, objectAt, shapeOf, textAt, type Message, readMessage } from '@permesso/gate/mcp-gateway';
import { definedFields, isRecord, putBounded } from '@permesso/engine/call';
import type { PermissionRequest } from './decide.ts';
import { type HostOutcome, type Payload, isPayload, textIn } from '@permesso/gate/payloads';

export interface ProxyOptions {
  /** Whole lines, as they came; or parts of one that is too long to be looked at. */
  readonly toEditor: (bytes: Buffer) => void;
  readonly toAgent: (bytes: Buffer) => void;
  readonly decide: (request: PermissionRequest) => Promise<Verdict>;
}

export interface Proxy {
  readonly fromEditor: (line: Buffer) => void;
  readonly fromAgent: (line: Buffer) => void;
}

/**
 * Stands between an editor and its agent and answers for the editor where the policy allows or denies. Everything else
 * goes through as it came, understood or not: what is not answered here, the editor puts to the person.
 */
export function createProxy({ toEditor, toAgent, decide }: ProxyOptions): Proxy {
  const directories = new Map<string, string>();
  /** Sessions that the editor has asked for and the agent has not named yet, by the id of the request. */
  const asked = new Map<string, string>();
  /** Requests that are being decided, by id, with their session. */
  const undecided = new Map<string, string | undefined>();

  function tellAgent(id: string, outcome: PermissionOutcome): void {
    toAgent(Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify({ outcome })}}\n`));
  }

  async function answer(message: Message, line: Buffer): Promise<void> {
    const id = idText(message);
    const params = objectAt(message.value, 'params');
    const session = textAt(params, 'sessionId');
    const cwd = directories.get(session ?? '');
    undecided.set(id, session);
    const verdict = await decide({ params, ...definedFields({ cwd }) }).catch((): Verdict => 'deny');
    // Cancelled meanwhile, and answered so.
    if (!undecided.delete(id)) return;
    const outcome = outcomeFor(verdict, params);
    if (outcome === undefined) toEditor(line);
    else tellAgent(id, outcome);
  }

  /** The person stopped the turn: nothing of it may be permitted any more. */
  function cancel(session: string | undefined): void {
    for (const [id, of] of undecided) {
      if (of !== session) continue;
      undecided.delete(id);
      tellAgent(id, { outcome: 'cancelled' });
    }
  }

  function learnFromEditor(message: Message): void {
    const params = objectAt(message.value, 'params');
    const cwd = textAt(params, 'cwd');
    const session = textAt(params, 'sessionId');
    const method = textAt(message.value, 'method');
    if (method === 'session/cancel') cancel(session);
    if (cwd === undefined || shapeOf(message) !== 'request') return;
    if (session !== undefined) putBounded(directories, [session, cwd], most);
    else if (method === 'session/new') putBounded(asked, [idText(message), cwd], most);
  }

  function learnFromAgent(message: Message): void {
    const id = idText(message);
    const cwd = asked.get(id);
    if (cwd === undefined || shapeOf(message) !== 'response') return;
    asked.delete(id);
    const session = textAt(objectAt(message.value, 'result'), 'sessionId');
    if (session !== undefined) putBounded(directories, [session, cwd], most);
  }

  return {
    fromEditor: (line) => {
      const message = messageIn(line);
      if (message !== undefined) learnFromEditor(message);
      toAgent(line);
    },
    fromAgent: (line) => {
      const message = messageIn(line);
      if (message !== undefined && isPermissionRequest(message)) {
        void answer(message, line);
        return;
      }
      if (message !== undefined) learnFromAgent(message);
      toEditor(line);
    },
  };
}

function isPermissionRequest(message: Message): boolean {
  return (
    shapeOf(message) === 'request' &&
    message.value['method'] === 'session/request_permission' &&
    isRecord(message.value['params'])
  );
}

function messageIn(line: Buffer): Message | undefined {
  const read = readMessage(line.toString('utf8'));
  return 'message' in read ? read.message : undefined;
}

/** Far more than an editor has open; the oldest are forgotten, and their calls asked about. */
const most = 10_000;

/** What the agent is told. There is no room for a reason. */
type PermissionOutcome =
  | { readonly outcome: 'selected'; readonly optionId: string }
  | { readonly outcome: 'cancelled' };

/**
 * A verdict -> one of the agent's own options; undefined where the editor must ask. Never an option that lasts: what
 * is remembered is remembered here, not in the agent.
 */
function outcomeFor(verdict: HostOutcome['verdict'], params: Payload): PermissionOutcome | undefined {
  if (verdict === 'ask') return undefined;
  const kind = verdict === 'allow' ? 'allow_once' : 'reject_once';
  const optionId = onlyOption(params, kind);
  if (optionId !== undefined) return { outcome: 'selected', optionId };
  return verdict === 'allow' ? undefined : { outcome: 'cancelled' };
}

/** The one option of this kind, under a name that no other has: two alike leave open what would be chosen. */
function onlyOption(params: Payload, kind: string): string | undefined {
  const options: readonly unknown[] = Array.isArray(params['options']) ? params['options'] : [];
  const [first, second] = options.filter((one) => isPayload(one) && one['kind'] === kind);
  if (first === undefined || second !== undefined || !isPayload(first)) return undefined;
  const id = textIn(first, 'optionId');
  const sameName = options.filter((one) => isPayload(one) && one['optionId'] === id);
  return sameName.length === 1 ? id : undefined;
}
