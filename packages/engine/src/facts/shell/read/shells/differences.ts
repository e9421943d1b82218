import type { Difference, DifferenceId } from './difference.ts';
import { OTHER_DIFFERENCES } from './other-differences.ts';
import { ZSH_DIFFERENCES } from './zsh-differences.ts';

/**
 * Everything that another shell reads otherwise than bash, as far as it can do harm. What another shell refuses to read is
 * not here: it runs less than bash would. Each example was run; `docs/shells.md` is made of these rows.
 */
export const DIFFERENCES: Readonly<Record<DifferenceId, Difference>> = {
  ...ZSH_DIFFERENCES,
  ...OTHER_DIFFERENCES,
};
