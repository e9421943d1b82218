import type { HookHost } from '../host.ts';
import { toCall } from './to-call.ts';
import { toReply } from './to-reply.ts';

/** Any agent that speaks the Agent Client Protocol, by a proxy between it and its editor. */
export const acp: HookHost = {
  name: 'acp',
  title: 'ACP agents',
  asks: 'host',
  rewrites: false,
  toCall,
  toReply,
};
