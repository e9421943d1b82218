import { jsonReply, type Outcome, type Reply } from '../host.ts';
import type { Answer } from './question.ts';

export function toReply({ verdict, reason, input }: Outcome): Reply {
  const answer: Answer =
    verdict === 'allow'
      ? { verdict, ...(input === undefined ? {} : { args: input }) }
      : { verdict: 'deny', reason };
  return jsonReply(answer);
}
