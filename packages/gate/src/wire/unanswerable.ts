import { fill } from '@permesso/engine/call';
import { hookDenialTexts } from '../messages/denials.ts';

/** What the model reads where a call would be asked about and the other side has no way to answer. */
export function unanswerable(message: string): string {
  return fill(hookDenialTexts.why, { text: hookDenialTexts.unavailable, message });
}
