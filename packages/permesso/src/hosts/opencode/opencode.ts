import type { HookHost } from '../host.ts';
import { toCall } from './to-call.ts';
import { toReply } from './to-reply.ts';

/** OpenCode starts no commands: a plugin of ours does, and throws whatever is not a yes. */
export const opencode: HookHost = {
  name: 'opencode',
  title: 'OpenCode',
  asks: 'ours',
  rewrites: true,
  toCall,
  toReply,
};
