import { fill, messageOf, type ToolCall } from '@permesso/engine/call';
import { TooManyRequests } from '../approval/stores/most-pending.ts';
import { deniedTexts } from '../messages/denials.ts';
import type { Gate } from '../gate/gate.ts';
import { hiddenKey } from '@permesso/engine/policy';

export interface ShownVerdict {
  readonly message: string;
  readonly guidance?: string;
}

/** For the model: why not, and what to do instead. Never empty. */
export function refusalOf({ message, guidance }: ShownVerdict): string {
  const words = [message, guidance].filter((text) => text !== undefined && text !== '').join(' ');
  return words === '' ? deniedTexts.notPermitted : words;
}

/** Thrown if a call cannot be read: the only error whose text a model may read. */
export class UnreadableCall extends TypeError {}

/** The denial for an internal failure, wherever it happens. The error itself goes to the gate, not to the model. */
export function failureText(error: unknown, report: (error: unknown) => void = warn): string {
  if (error instanceof TooManyRequests) return error.message;
  if (error instanceof UnreadableCall) return fill(deniedTexts.unreadable, { why: error.message });
  report(error);
  return deniedTexts.failed;
}

/** Where there is no gate to tell: it could not be found. */
function warn(error: unknown): void {
  process.emitWarning(messageOf(error), 'PermessoWarning');
}

/** The text for a call of a hidden tool; undefined if the tool is visible. A rule's own text comes first. */
export function hiddenWords(gate: Gate, call: ToolCall, tool: string): string | undefined {
  if (gate.visibleTools([call.tool]).length > 0) return undefined;
  const { decision } = gate.explain(call);
  const { determining } = decision.receipt;
  // The policy knows the tool by the name in rules, the model by the host's.
  const isOnlyHidden = determining.length > 0 && determining.every(({ key }) => key === hiddenKey);
  return isOnlyHidden ? fill(deniedTexts.noSuchTool, { tool }) : refusalOf(decision);
}
