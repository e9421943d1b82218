import type { HookHost } from '@permesso/gate/payloads';
import { acpToCall } from './to-call.ts';
import { acpToReply } from './to-reply.ts';

/** Any agent that speaks the Agent Client Protocol, by a proxy between it and its editor. */
export const acp: HookHost = {
  name: 'acp',
  title: 'ACP agents',
  asks: 'host',
  rewrites: false,
  toCall: acpToCall,
  toReply: acpToReply,
  // The editor asks, as it would without us.
  silent: acpToReply({ verdict: 'ask', reason: '' }),
};
