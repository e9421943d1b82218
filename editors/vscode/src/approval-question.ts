import { visible, warningsAbout } from '@permesso/protocol/text';
import type { WaitingRequest } from './console-client.ts';

/** What a person is shown before a yes counts, or why it has to be given in the console. */
export type ApprovalQuestion =
  | { readonly question: string; readonly detail: string }
  | { readonly refused: string };

/** An editor's dialog shows this much without cutting it off. */
const mostCharacters = 600;
const mostLines = 12;

/**
 * The whole call, with control and bidirectional characters made visible: a line of the sidebar is cut off, and the list moves
 * under the pointer. What cannot be shown whole, or cannot be undone, is no matter of one click in an editor.
 */
export function approvalQuestion({
  tool,
  text,
  message,
  effects,
  lasting,
}: WaitingRequest): ApprovalQuestion {
  if (lasting) return { refused: 'This call cannot be undone: answer it in the console (permesso ui).' };
  const shown = text.split('\n').map(visible);
  if (shown.length > mostLines || shown.join('\n').length > mostCharacters)
    return { refused: 'This call is too long to be shown here: answer it in the console (permesso ui).' };
  return {
    question: `Approve this call once? ${visible(tool)}`,
    detail: [...shown, '', ...warningsAbout(text), visible(message), ...effects.map(visible)].join('\n'),
  };
}
