import { putBounded } from '@permesso/engine/call';
import { withId, type Message } from './protocol/message.ts';
import type { Route } from './route.ts';

/** Requests to the client, from servers and from us. */
export interface ClientRequests {
  readonly put: (question: Message, to: Pick<Route, 'tell'>, answered: (answer: Message) => void) => Put;
  /** False if the answer matches no request. */
  readonly settle: (answer: Message) => boolean;
}

export interface Put {
  readonly withdraw: () => void;
}

/** With more unanswered requests than this, the client is assumed never to answer. */
const mostOpen = 1000;

/**
 * Every request gets an id of ours. If servers could choose, one of them could send a harmless question under the id
 * of our approval request, and the person's approval of it would count for the call.
 */
export function clientRequests(): ClientRequests {
  const open = new Map<string, (answer: Message) => void>();
  let last = 0;
  return {
    put: (question, to, answered) => {
      const id = `permesso:${++last}`;
      putBounded(open, [id, answered], mostOpen);
      to.tell(withId(question, JSON.stringify(id)));
      return {
        withdraw: () => {
          if (!open.delete(id)) return;
          const params = { requestId: id, reason: 'the request was withdrawn' };
          to.tell(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
        },
      };
    },
    settle: (answer) => {
      const id = answer.value['id'];
      const answered = typeof id === 'string' ? open.get(id) : undefined;
      if (answered === undefined || typeof id !== 'string') return false;
      open.delete(id);
      answered(answer);
      return true;
    },
  };
}
