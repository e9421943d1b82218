import type { Expanded } from '../effects/carriers.ts';
import { literalOf } from '../read/words/word.ts';

/**
 * Whether a command in a project script only runs code of the project: a program or script in it, a program of its packages
 * that no row knows, or an interpreter.
 */
export function isOwnCode({ words, args, found }: Expanded): boolean {
  const name = literalOf(words[0]);
  if (name === undefined || name.startsWith('/') || name.startsWith('~')) return false;
  if (name.includes('/') || found.command === undefined || args === undefined) return true;
  const { carries } = args.command;
  if (carries === undefined) return interpreters.test(name);
  // The command that `concurrently` or `sh -c` runs is judged separately.
  return carries.how === 'script' || carries.elsewhere === 'by a runner' || interpreters.test(name);
}

const interpreters =
  /^(?:node|nodejs|tsx|ts-node|bun|deno|python[\d.]*|ruby|perl|php|lua|Rscript|julia|groovy|make|gmake)$/u;
