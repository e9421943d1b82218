import { printCommandWords } from './command-words.ts';
import { printHostPattern } from '../patterns/host-pattern.ts';
import type { Argument, Pattern } from './pattern.ts';

/**
 * Prints the canonical spelling: `parsePattern(printPattern(p))` is `p`.
 *
 * @example
 * ```ts
 * import { parsePattern, printPattern } from '@permesso/gate/rules';
 * const read = parsePattern('Bash( git push )');
 * if (read.ok) console.log(printPattern(read.value));
 * ```
 */
export function printPattern(pattern: Pattern): string {
  switch (pattern.about) {
    case 'kind':
      return kindNames[pattern.of];
    case 'effect':
      return `Effect(${pattern.effect})`;
    case 'command':
      return `Bash(${printCommandWords(pattern)})`;
    case 'path':
      return `${pattern.tool ?? (pattern.access === 'read' ? 'Read' : 'Write')}(${pattern.glob.text})`;
    case 'host':
      return `WebFetch(domain:${printHostPattern(pattern.host)})`;
    case 'mcp':
      return `mcp__${pattern.server}__${pattern.tool}${printArgument(pattern.argument)}`;
    case 'tool':
      return `${pattern.name}${printArgument(pattern.argument)}`;
  }
}

const kindNames = { shell: 'Bash', read: 'Read', write: 'Write', url: 'WebFetch', mcp: 'mcp' } as const;

function printArgument(argument: Argument | undefined): string {
  if (argument === undefined) return '';
  return `(${argument.is === 'text' ? argument.text : JSON.stringify(argument.value)})`;
}
