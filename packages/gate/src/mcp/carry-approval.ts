import { definedFields } from '@permesso/engine/call';
import { objectAt, textAt, type Message } from './protocol/message.ts';
import { toMessage } from './protocol/read-message.ts';
import type { RequestStates } from './protocol/request-state.ts';

/**
 * A server may itself answer that it needs something from the person. The client then sends the call again, and the
 * person who approved it must not be asked a second time: the approval travels with what the server wants carried.
 */
export function carryApproval(
  answer: Message,
  { asked, states }: { asked: string; states: RequestStates },
): Message {
  const result = objectAt(answer.value, 'result');
  if (textAt(result, 'resultType') !== 'input_required') return answer;
  const inner = textAt(result, 'requestState');
  const requestState = states.seal({ is: 'approved', about: asked, ...definedFields({ inner }) });
  return toMessage({ ...answer.value, result: { ...result, requestState } });
}
