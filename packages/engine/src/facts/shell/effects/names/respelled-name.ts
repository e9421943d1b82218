import type { Span } from '../../../../call/span.ts';
import { fill } from '../../../../messages/fill.ts';
import { commandDoubts } from '../../../../messages/tool-checks.ts';
import type { World } from '../../../../world/world.ts';
import { foldName } from '../../../paths/fold.ts';
import { findCommand } from '../../model/find-command.ts';
import type { Doubt } from '../../read/state/invocation.ts';
import { literalOf, type Word } from '../../read/words/word.ts';

export interface StartedCommand {
  readonly words: readonly Word[];
  readonly span: Span;
}

/**
 * The program that a case-insensitive file system starts: `RM`, `/bin/Rm` and `ſudo` are `rm` and `sudo` there. A name that is
 * known as spelled, or in no spelling, stays. A builtin has only one spelling, so any other is in doubt.
 */
export function startedWords(
  { world, doubts }: { readonly world: World; readonly doubts: Doubt[] },
  { words, span }: StartedCommand,
): readonly Word[] {
  const [name, ...rest] = words;
  const text = literalOf(name);
  if (!world.caseInsensitive || name === undefined || text === undefined) return words;
  const at = text.lastIndexOf('/') + 1;
  const meant = foldName(text.slice(at));
  if (meant === text.slice(at) || findCommand(name).command !== undefined) return words;
  const respelled: Word = { kind: 'literal', text: `${text.slice(0, at)}${meant}`, span: name.span };
  if (findCommand(respelled).command === undefined) return words;
  doubts.push({ reason: fill(commandDoubts.otherCase, { name: text.slice(at), meant }), span });
  return [respelled, ...rest];
}
