import { checkReasons } from '../../messages/tool-checks.ts';
import type { Part } from '../part.ts';
import type { Tool } from '../tool.ts';

export interface UnknownCall {
  readonly label: string;
  /** The code that a grant for this call covers. */
  readonly code: string;
  readonly reason: string;
  readonly doubt: string;
}

/** It may be any call. In bypass only rules stop it, so every deny and ask rule must be able to match. */
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

/** Calls that hosts report too little about: a call known by its title alone, or input for a running program. */
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
