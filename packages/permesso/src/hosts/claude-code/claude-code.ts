import type { HookHost } from '../host.ts';
import { toCall } from './to-call.ts';
import { toReply } from './to-reply.ts';

export const claudeCode: HookHost = {
  name: 'claude-code',
  title: 'Claude Code',
  asks: 'host',
  rewrites: true,
  toCall,
  toReply,
};
