import { checkReasons } from '../../messages/tool-checks.ts';
import type { Part } from '../part.ts';
import type { Tool } from '../tool.ts';

export interface UnknownCall {
  readonly label: string;
  /** What a grant for this call answers. */
  readonly code: string;
  readonly reason: string;
  readonly doubt: string;
}

/** It may be any call. In bypass nothing but rules stops it, so every deny and ask rule must be able to. */
export function unknownCallPart({ label, code, reason, doubt }: UnknownCall): Part {
  return {
    kind: 'other',
    label,
    subject: { kind: 'unknown-call' },
    accesses: [],
    readOnly: false,
    insideEdit: false,
    check: { outcome: 'safety', code, reason },
    doubts: [doubt],
  };
}

/** What hosts do not tell enough about: a call by its title alone, or text that goes into a program already running. */
export const unreadableTool: Tool = {
  name: 'unreadable',
  kind: 'other',
  read: () => [
    unknownCallPart({
      label: 'a call that the host does not describe',
      code: 'unreadable-call',
      reason: checkReasons.hostSaysTooLittle,
      doubt: 'it may be any call',
    }),
  ],
  // No rule could cover it.
  offer: () => [],
};
