import type { HookHost } from '../host.ts';
import { toCall } from './to-call.ts';
import { toReply } from './to-reply.ts';

/** Written from the documentation, never run. */
export const cursor: HookHost = {
  name: 'cursor',
  title: 'Cursor',
  asks: 'ours',
  rewrites: true,
  toCall,
  toReply,
};
