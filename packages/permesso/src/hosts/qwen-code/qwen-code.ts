import type { HookHost } from '../host.ts';
import { toCall } from './to-call.ts';
import { toReply } from './to-reply.ts';

export const qwenCode: HookHost = {
  name: 'qwen-code',
  title: 'Qwen Code',
  asks: 'host',
  rewrites: false,
  toCall,
  toReply,
};
