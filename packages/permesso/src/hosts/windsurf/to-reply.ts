import { exitCodeReply } from '../exit-code-reply.ts';
import type { Outcome, Reply } from '../host.ts';

export function toReply({ verdict, reason }: Outcome): Reply {
  return exitCodeReply({ verdict, reason });
}
