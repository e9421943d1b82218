import { effectNames, effectRule, isEffectName } from '../../facts/effect.ts';
import { didYouMean, meantBy } from '../../messages/did-you-mean.ts';
import { parseCommandWords } from './command-words.ts';
import { parseHostPattern } from '../patterns/host-pattern.ts';
import { knownNames, type KnownName } from './known-tools.ts';
import { parsePathGlob } from '../patterns/path-glob.ts';
import type { Argument, Pattern } from './pattern.ts';
import { broken, parsed, type Parsed } from './rule-error.ts';

/**
 * Parses one rule in any of the accepted spellings.
 *
 * @example
 * ```ts
 * import { parsePattern } from '@permesso/gate/rules';
 * const read = parsePattern('Bash(git push:*)');
 * if (!read.ok) console.log(read.error.message, read.error.fix);
 * ```
 */
export function parsePattern(text: string): Parsed<Pattern> {
  const rule = text.trim();
  const lead = text.indexOf(rule);
  if (rule === '')
    return broken(0, 'the rule is empty', 'write a tool name such as Read, or Bash(git status)');
  const open = rule.indexOf('(');
  if (open === -1) return parseBare(rule, lead);
  if (!rule.endsWith(')')) return unclosed(rule, lead);
  const name = rule.slice(0, open);
  const inside = rule.slice(open + 1, -1);
  const offset = lead + open + 1;
  if (name === '')
    return broken(lead, 'there is no tool name before the parenthesis', 'write Bash(...), Read(...) ...');
  if (inside.trim() === '')
    return broken(offset, 'the parentheses are empty', `write ${name} alone to mean every call`);
  const nameProblem = checkName(name, lead);
  if (nameProblem !== undefined) return nameProblem;
  if (name === effectRule) return parseEffect(inside.trim(), offset);
  const known = knownNames.get(name);
  if (known !== undefined) return parseKnown(known, { name, inside, offset });
  // `Effects(publish)` as the name of a tool would stop nothing.
  if (isEffectName(inside.trim()) && didYouMean(name, [effectRule]) !== undefined)
    return broken(lead, `there is no tool \`${name}\``, `write Effect(${inside.trim()})`);
  const argument = parseArgument(inside, offset);
  if (!argument.ok) return argument;
  if (isMcpName(name)) return parseMcp(name, lead, argument.value);
  return parsed({ about: 'tool', name, argument: argument.value });
}

function parseEffect(name: string, at: number): Parsed<Pattern> {
  return isEffectName(name)
    ? parsed({ about: 'effect', effect: name })
    : broken(at, `there is no effect \`${name}\``, meantBy(name, effectNames));
}

function unclosed(rule: string, lead: number): Parsed<Pattern> {
  const close = rule.lastIndexOf(')');
  if (close === -1) return broken(lead + rule.length, 'the parenthesis is not closed', `write ${rule})`);
  return broken(
    lead + close + 1,
    `text after the closing parenthesis: \`${rule.slice(close + 1)}\``,
    `write ${rule.slice(0, close + 1)}`,
  );
}

function parseBare(name: string, at: number): Parsed<Pattern> {
  const problem = checkName(name, at);
  if (problem !== undefined) return problem;
  if (name === effectRule)
    return broken(at, 'the effect is missing', `write Effect(publish); ${meantBy('', effectNames)}`);
  const known = knownNames.get(name);
  if (known !== undefined) {
    return parsed(
      known.tool === undefined ? { about: 'kind', of: known.kind } : { about: 'tool', name: known.tool },
    );
  }
  return isMcpName(name) ? parseMcp(name, at) : parsed({ about: 'tool', name });
}

function parseKnown(
  known: KnownName,
  source: { name: string; inside: string; offset: number },
): Parsed<Pattern> {
  const { inside, offset } = source;
  switch (known.kind) {
    case 'shell':
      return parseShell(inside, { offset, open: known.open ?? false });
    case 'read':
    case 'write':
      return parsePath(inside, offset, known);
    case 'url':
      return parseUrl(inside, offset);
    case 'mcp': {
      const tool = inside.trim();
      return (
        checkCharacters(tool, offset + inside.indexOf(tool)) ?? parsed({ about: 'mcp', server: '*', tool })
      );
    }
  }
}

function parseShell(inside: string, options: { offset: number; open: boolean }): Parsed<Pattern> {
  const words = parseCommandWords(inside, options);
  if (!words.ok) return words;
  if (words.value.words.length > 0) return words;
  // `Bash(*)` and `Bash(:*)` match every command, so they equal the bare name.
  return words.value.open
    ? parsed({ about: 'kind', of: 'shell' })
    : broken(options.offset, 'the rule names no command');
}

function parsePath(inside: string, offset: number, known: KnownName): Parsed<Pattern> {
  const glob = parsePathGlob(inside.trim());
  if ('error' in glob) return broken(offset, glob.error);
  const access = known.kind === 'read' ? 'read' : 'write';
  return parsed(
    known.tool === undefined
      ? { about: 'path', access, glob }
      : { about: 'path', access, glob, tool: known.tool },
  );
}

function parseUrl(inside: string, offset: number): Parsed<Pattern> {
  const text = inside.trim();
  if (text === '*' || text === 'domain:*') return parsed({ about: 'kind', of: 'url' });
  const host = parseHostPattern(text);
  return 'error' in host ? broken(offset, host.error) : parsed({ about: 'host', host });
}

function isMcpName(name: string): boolean {
  return name.startsWith('mcp__');
}

/** `mcp__server`, `mcp__server__tool`, `mcp__*`. The first `__` after the prefix ends the server's name. */
function parseMcp(name: string, at: number, argument?: Argument): Parsed<Pattern> {
  const rest = name.slice('mcp__'.length);
  if (rest === '')
    return broken(at + name.length, 'the MCP server is missing', 'write mcp__server__tool or mcp__*');
  const split = rest.indexOf('__');
  const server = split === -1 ? rest : rest.slice(0, split);
  const tool = split === -1 ? '*' : rest.slice(split + 2);
  if (server === '')
    return broken(at + 'mcp__'.length, 'the MCP server is missing', 'write mcp__server__tool');
  if (tool === '')
    return broken(at + name.length, 'the MCP tool is missing', `write mcp__${server}__* for every tool`);
  return parsed(
    argument === undefined ? { about: 'mcp', server, tool } : { about: 'mcp', server, tool, argument },
  );
}

function parseArgument(inside: string, offset: number): Parsed<Argument> {
  const text = inside.trim();
  if (!text.startsWith('{')) return parsed({ is: 'text', text });
  try {
    return parsed({ is: 'json', value: JSON.parse(text) as unknown });
  } catch (error) {
    return broken(
      offset,
      `not JSON: ${error instanceof Error ? error.message : String(error)}`,
      'quote names and texts with "',
    );
  }
}

function checkCharacters(name: string, at: number): ReturnType<typeof broken> | undefined {
  // Unicode classes take a millisecond to compile, and nearly every name is plain ASCII.
  if (/^[\w.:*@/$-]*$/.test(name)) return undefined;
  const odd = /[^\p{L}\p{N}_.:*@/$-]/u.exec(name);
  return odd === null ? undefined : broken(at + odd.index, `\`${odd[0]}\` is not allowed in a tool name`);
}

const spelledRight: ReadonlyMap<string, string> = new Map(
  // Of names that differ only in case, the first wins.
  [...knownNames.keys(), effectRule].toReversed().map((name) => [name.toLowerCase(), name]),
);

/** A misspelled name would make the rule do nothing, which for a deny is the worst outcome. */
function checkName(name: string, at: number): ReturnType<typeof broken> | undefined {
  const odd = checkCharacters(name, at);
  if (odd !== undefined || knownNames.has(name) || name === effectRule) return odd;
  const meant = spelledRight.get(name.toLowerCase());
  return meant === undefined ? undefined : broken(at, `there is no tool \`${name}\``, `write ${meant}`);
}
