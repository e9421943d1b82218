import type { HookHost } from '../host.ts';
import { toCall } from './to-call.ts';
import { toReply } from './to-reply.ts';

export const geminiCli: HookHost = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  asks: 'ours',
  rewrites: true,
  toCall,
  toReply,
};
