import type { HookHost } from '../host.ts';
import { toCall } from './to-call.ts';
import { toReply } from './to-reply.ts';

export const copilotCli: HookHost = {
  name: 'copilot-cli',
  title: 'GitHub Copilot CLI',
  asks: 'host',
  rewrites: true,
  toCall,
  toReply,
};
