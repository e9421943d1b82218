import type { HookHost } from '../host.ts';
import { toCall } from './to-call.ts';
import { toReply } from './to-reply.ts';

export const codex: HookHost = {
  name: 'codex',
  title: 'Codex CLI',
  asks: 'ours',
  rewrites: true,
  tellsOnlyCallDirectory: true,
  toCall,
  toReply,
};
