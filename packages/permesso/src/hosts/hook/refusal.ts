import { fill } from '@permesso/engine/internal/messages/fill';
import { deniedTexts } from '../../messages/denials.ts';
import type { ToolCall } from '@permesso/engine/internal/call/tool-call';
import type { Authorization, Consultation, Gate } from '../../gate/gate.ts';
import { hiddenKey } from '@permesso/engine/internal/policy/hidden-tool';

/** For the model: why not, and what to do instead. Never empty. */
export function refusalOf({
  message,
  guidance,
}: Pick<Authorization | Consultation, 'message' | 'guidance'>): string {
  const words = [message, guidance].filter((text) => text !== undefined && text !== '').join(' ');
  return words === '' ? deniedTexts.notPermitted : words;
}

/** What a failure of ours becomes, wherever it happens: a no that says so. */
export function failureText(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return fill(deniedTexts.failed, { why });
}

/** What to say to a call of a tool that the model should not know; nothing when it may. A rule's own words come first. */
export function hiddenWords(gate: Gate, call: ToolCall, tool: string): string | undefined {
  if (gate.visibleTools([call.tool]).length > 0) return undefined;
  const decision = gate.decide(call);
  const { determining } = decision.receipt;
  // The policy knows the tool by the name in rules, the model by the host's.
  const isOnlyHidden = determining.length > 0 && determining.every(({ key }) => key === hiddenKey);
  return isOnlyHidden ? fill(deniedTexts.noSuchTool, { tool }) : refusalOf(decision);
}
