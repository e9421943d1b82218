import type { HookHost } from '../host.ts';
import { toCall } from './to-call.ts';
import { toReply } from './to-reply.ts';

export const cline: HookHost = {
  name: 'cline',
  title: 'Cline',
  asks: 'ours',
  rewrites: true,
  ignoresExitCode: true,
  toCall,
  toReply,
};
