import { objectAt, resultText, textAt, type Message } from './protocol/message.ts';
import { mergeAnswers, openCursors, type OneAnswer } from './protocol/merge-answers.ts';
import { toMessage } from './protocol/read-message.ts';
import type { Server } from './server.ts';
import type { SentRequest } from './sent-request.ts';

export interface Everyone {
  readonly servers: readonly Server[];
  /** What the client may see of one server's answer. */
  readonly shown: (server: Server, answer: Message) => Message;
}

/** Sends one request to all servers, and returns one merged answer. */
export function askEveryone(
  { message, open, route, method }: SentRequest,
  { servers, shown }: Everyone,
): void {
  const asked = withCursors(message, servers);
  const answers: OneAnswer[] = [];
  const cancels: (typeof open.whenCancelled extends (then: infer Then) => void ? Then : never)[] = [];
  if (asked.length === 0) return open.reply(resultText(open.id, {}));
  for (const [server, one] of asked) {
    const done = (answer: Message): void => {
      answers.push({ server: server.name, answer: shown(server, answer) });
      if (answers.length < asked.length) return;
      // In the order of the configuration, not of the responses.
      const sorted = asked.flatMap(([{ name }]) => answers.filter((each) => each.server === name));
      const merged = mergeAnswers(method.name, sorted);
      open.reply(
        'result' in merged
          ? resultText(open.id, merged.result)
          : `{"jsonrpc":"2.0","id":${open.id},"error":${JSON.stringify(merged.error)}}`,
      );
    };
    cancels.push(server.request(one, route, { done }).cancel);
  }
  open.whenCancelled((params) => cancels.forEach((cancel) => cancel(params)));
}

/** Each server gets its own cursor; servers without further pages are left out. */
function withCursors(message: Message, servers: readonly Server[]): readonly (readonly [Server, Message])[] {
  const params = objectAt(message.value, 'params');
  const cursor = textAt(params, 'cursor');
  if (cursor === undefined) return servers.map((server) => [server, message]);
  const cursors = openCursors(cursor) ?? new Map<string, string>();
  return servers.flatMap((server) => {
    const own = cursors.get(server.name);
    if (own === undefined) return [];
    return [[server, toMessage({ ...message.value, params: { ...params, cursor: own } })] as const];
  });
}
