import type { HookHost } from '../host.ts';
import { toCall } from './to-call.ts';
import { toReply } from './to-reply.ts';

/** Written from the documentation, never run. */
export const kiro: HookHost = {
  name: 'kiro',
  title: 'Kiro CLI',
  asks: 'ours',
  rewrites: false,
  toCall,
  toReply,
};
