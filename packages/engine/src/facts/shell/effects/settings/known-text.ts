import { literalOf } from '../../read/words/word.ts';
import type { Expanded } from '../carriers.ts';

/**
 * `sh -c 'make && make test'`: a shell that is given nothing but its text. Each command of the text is a part of its own, and what
 * could not be read of it is one as well, so the shell itself does no more than start them. Not where it reads another file first
 * (`-i`, `--rcfile`, `BASH_ENV`), runs as somebody else or on another machine.
 */
export function startsKnownText(command: Expanded): boolean {
  const { words, elsewhere, contained, away, assignments, redirections } = command;
  if (contained || away || assignments.length > 0 || redirections.length > 0) return false;
  if (elsewhere !== undefined && elsewhere !== 'on many revisions') return false;
  const [shell = '', ...given] = words.map((word) => literalOf(word) ?? '');
  const at = given.findIndex((text) => /^-[eux]*c$/u.test(text));
  const text = given[at + 1] ?? '';
  return (
    /^(?:sh|bash|dash)$/u.test(shell) &&
    at !== -1 &&
    text !== '' &&
    !text.startsWith('-') &&
    given.slice(0, at).every((option) => /^-[eux]+$/u.test(option)) &&
    given.every((each) => each !== '')
  );
}
