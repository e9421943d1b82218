import { putBounded } from '@permesso/engine/call';
import { withId, type Message } from './protocol/message.ts';
import type { Route } from './route.ts';

/** Requests that go to the client, of the servers and of our own. */
export interface ClientRequests {
  readonly put: (question: Message, to: Pick<Route, 'tell'>, answered: (answer: Message) => void) => Put;
  /** False for an answer to nothing. */
  readonly settle: (answer: Message) => boolean;
}

export interface Put {
  readonly withdraw: () => void;
}

/** Unanswered ones beyond this are taken for a client that never answers. */
const mostOpen = 1000;

/**
 * Every one of them gets an id of ours. If servers could choose, one of them would put a harmless question under the
 * id of our own, and the person's yes to it would be taken for approving the call.
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
