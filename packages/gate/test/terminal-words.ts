import type { ApprovalRequest } from '@permesso/protocol/approval';
import { plainPrompt } from '../src/approval/channels/terminal/plain-prompt.ts';
import { promptContext } from '../src/approval/channels/terminal/prompt-context.ts';

/** What the terminal prompt says of a request, without colour. */
export function terminalWords(request: ApprovalRequest): string {
  return plainPrompt(promptContext(request, { probe: undefined, history: [] })).say;
}
