import { fromClaudeShape } from '../claude-call.ts';
import type { Incoming, Payload } from '../host.ts';
import { codexTools } from './tools.ts';

export function toCall(payload: Payload): Incoming {
  return fromClaudeShape(payload, { host: 'codex', tools: codexTools, event: 'PreToolUse' });
}
