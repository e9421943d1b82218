import type { HookHost } from '../host.ts';
import { toCall } from './to-call.ts';
import { toReply } from './to-reply.ts';

/** Written from the documentation, never run. */
export const windsurf: HookHost = {
  name: 'windsurf',
  title: 'Windsurf',
  asks: 'ours',
  rewrites: false,
  tellsOnlyCallDirectory: true,
  toCall,
  toReply,
};
