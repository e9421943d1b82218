import type { Verdict } from '@permesso/engine/policy';
import { idText, objectAt, shapeOf, textAt, type Message, readMessage } from '@permesso/gate/mcp-gateway';
import { definedFields, isRecord, putBounded } from '@permesso/engine/call';
import type { PermissionRequest } from './decide.ts';
import { type HostOutcome, type Payload, isPayload, textIn } from '@permesso/gate/payloads';

export interface ProxyOptions {
  /** Whole lines, unchanged, or parts of a line that is too long to parse. */
  readonly toEditor: (bytes: Buffer) => void;
  readonly toAgent: (bytes: Buffer) => void;
  readonly decide: (request: PermissionRequest) => Promise<Verdict>;
}

export interface Proxy {
  readonly fromEditor: (line: Buffer) => void;
  readonly fromAgent: (line: Buffer) => void;
}

/**
 * Sits between an editor and its agent, and answers for the editor where the policy allows or denies. Everything else
 * is passed through unchanged, so the editor asks the person about any request not answered here.
 */
export function createProxy({ toEditor, toAgent, decide }: ProxyOptions): Proxy {
  const directories = new Map<string, string>();
  /** Sessions that the editor has requested and the agent has not named yet, by request id. */
  const asked = new Map<string, string>();
  /** Requests being decided, by id, with their session. */
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
    // Cancelled in the meantime, and already answered.
    if (!undecided.delete(id)) return;
    const outcome = outcomeFor(verdict, params);
    if (outcome === undefined) toEditor(line);
    else tellAgent(id, outcome);
  }

  /** The person stopped the turn: none of its calls may be permitted any more. */
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

/** Far more sessions than an editor has open. The oldest are dropped, and the person is asked about their calls. */
const most = 10_000;

/** The answer to the agent. The protocol has no room for a reason. */
type PermissionOutcome =
  | { readonly outcome: 'selected'; readonly optionId: string }
  | { readonly outcome: 'cancelled' };

/**
 * Maps a verdict to one of the agent's own options; undefined where the editor must ask. Never a lasting option:
 * approvals are remembered here, not in the agent.
 */
function outcomeFor(verdict: HostOutcome['verdict'], params: Payload): PermissionOutcome | undefined {
  if (verdict === 'ask') return undefined;
  const kind = verdict === 'allow' ? 'allow_once' : 'reject_once';
  const optionId = onlyOption(params, kind);
  if (optionId !== undefined) return { outcome: 'selected', optionId };
  return verdict === 'allow' ? undefined : { outcome: 'cancelled' };
}

/** The only option of this kind, with a unique id: with duplicates it is unclear which one would be chosen. */
function onlyOption(params: Payload, kind: string): string | undefined {
  const options: readonly unknown[] = Array.isArray(params['options']) ? params['options'] : [];
  const [first, second] = options.filter((one) => isPayload(one) && one['kind'] === kind);
  if (first === undefined || second !== undefined || !isPayload(first)) return undefined;
  const id = textIn(first, 'optionId');
  const sameName = options.filter((one) => isPayload(one) && one['optionId'] === id);
  return sameName.length === 1 ? id : undefined;
}
