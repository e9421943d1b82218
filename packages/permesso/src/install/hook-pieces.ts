import { afterLine, afterLineIf, launchLine, promptLine } from '../launch/launcher.ts';
import type { JsonItem, JsonValue } from './file-change.ts';
import { hookMark, type Programs } from './installer.ts';

/**
 * Hooks in the format that Claude Code introduced: `hooks.EVENT` lists groups, each with a matcher and its commands.
 */
export interface HookEvents {
  /** As in `permesso hook NAME`. */
  readonly host: string;
  readonly before: string;
  readonly after: readonly string[];
  readonly prompt: string;
  /** Receives the results of every turn; a result that contains the text is a call that the program refused. */
  readonly refused?: { readonly event: string; readonly text: string };
  /** A pattern that matches every tool. */
  readonly matcher: string;
  readonly timeoutIn: 'seconds' | 'milliseconds';
  /** Its hooks have names. */
  readonly named?: true;
  /** Added to the command that decides. */
  readonly more?: Readonly<Record<string, JsonValue>>;
}

/**
 * A person asked by the hook needs minutes. The program's own timeout is longer than that, since many run the call
 * after it.
 */
const deadline = 540;

/** The hook that decides, the one that records how a call ended, and the one that stores a message's orders. */
export function hookPieces(
  programs: Programs,
  { host, before, after, prompt, refused, matcher, timeoutIn, named, more = {} }: HookEvents,
): readonly [JsonItem, ...JsonItem[]] {
  const told = { ...programs, host };
  const unit = timeoutIn === 'seconds' ? 1 : 1000;
  const item = (event: string, hook: Hook, around: Readonly<Record<string, JsonValue>> = {}): JsonItem => ({
    as: 'json-item',
    at: ['hooks', event],
    mark: hookMark,
    item: {
      ...around,
      hooks: [
        {
          type: 'command',
          ...(named === true ? { name: hook.name } : {}),
          command: hook.command,
          timeout: hook.seconds * unit,
          ...hook.more,
        },
      ],
    },
  });
  const decides = { name: 'permesso', command: launchLine({ ...told, deadline }), seconds: 600, more };
  const records = { name: 'permesso-after', command: afterLine(told), seconds: 10 };
  const keeps = { name: 'permesso-prompt', command: promptLine(told), seconds: 10 };
  return [
    item(before, decides, { matcher }),
    ...after.map((event) => item(event, records, { matcher })),
    ...(refused === undefined
      ? []
      : [item(refused.event, { ...records, command: afterLineIf(refused.text, told) })]),
    item(prompt, keeps),
  ];
}

interface Hook {
  readonly name: string;
  readonly command: string;
  readonly seconds: number;
  readonly more?: Readonly<Record<string, JsonValue>>;
}
