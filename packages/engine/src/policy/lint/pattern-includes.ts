import { matchesName } from '../patterns/name-glob.ts';
import type { Argument, McpRule, Pattern, ToolRule } from '../rules/pattern.ts';
import { sameJson } from '../../call/same-json.ts';
import { includesCommand } from './command-includes.ts';
import type { Reach } from './includes.ts';
import { includesPath } from './path-includes.ts';
import { portIncludes } from '../patterns/host-pattern.ts';
import { includesName } from './text-includes.ts';

/** A pattern with the directory that `/x` in it starts from. */
export interface PlacedPattern {
  readonly pattern: Pattern;
  readonly root: string;
}

/**
 * Whether the outer pattern covers everything that the inner one covers. True is proven for every call that is read by built-in
 * tools or by one that `defineTool` made; anything not proven is false.
 */
export function includesPattern(outer: PlacedPattern, inner: PlacedPattern, reach: Reach): boolean {
  const wide = outer.pattern;
  const narrow = inner.pattern;
  if (isEverything(wide)) return true;
  switch (wide.about) {
    case 'kind':
      return includesKind(wide.of, narrow, reach);
    case 'effect':
      return narrow.about === 'effect' && narrow.effect === wide.effect;
    case 'command':
      return narrow.about === 'command' && includesCommand(wide, narrow, reach);
    case 'path':
      return (
        narrow.about === 'path' &&
        wide.access === narrow.access &&
        (wide.tool === undefined || wide.tool === narrow.tool) &&
        includesPath({ glob: wide.glob, root: outer.root }, { glob: narrow.glob, root: inner.root }, reach)
      );
    case 'host':
      return narrow.about === 'host' && includesHost(wide.host, narrow.host, reach);
    case 'mcp':
      return narrow.about === 'mcp' && includesMcp(wide, narrow, reach);
    case 'tool':
      return includesTool(wide, narrow);
  }
}

/** `*`: every call of every tool. */
export function isEverything(pattern: Pattern): boolean {
  return pattern.about === 'tool' && pattern.argument === undefined && /^\*+$/.test(pattern.name);
}

/**
 * Suspicion does not always extend to the whole kind: a file or host that a command only names, and a custom tool with a name
 * like an MCP tool's.
 */
function includesKind(of: string, narrow: Pattern, reach: Reach): boolean {
  switch (narrow.about) {
    case 'kind':
      return narrow.of === of;
    case 'command':
      return of === 'shell';
    case 'path':
      return of === narrow.access && reach !== 'touches';
    case 'host':
      return of === 'url' && reach !== 'touches';
    case 'mcp':
      return of === 'mcp' && reach !== 'touches';
    case 'effect':
    case 'tool':
      return false;
  }
}

type Host = Extract<Pattern, { about: 'host' }>['host'];

function includesHost(wide: Host, narrow: Host, reach: Reach): boolean {
  const isBelow = narrow.host.endsWith(`.${wide.host}`);
  if (reach !== 'covers') return isBelow || narrow.host === wide.host;
  if (!portIncludes(wide.port, narrow.port)) return false;
  return wide.subdomains
    ? isBelow || (narrow.subdomains && narrow.host === wide.host)
    : !narrow.subdomains && narrow.host === wide.host;
}

function includesMcp(wide: McpRule, narrow: McpRule, reach: Reach): boolean {
  if (!includesName(wide.server, narrow.server) || !includesName(wide.tool, narrow.tool)) return false;
  if (!includesArgument(wide.argument, narrow.argument)) return false;
  if (reach !== 'covers') return true;
  if (wide.server === narrow.server && wide.tool === narrow.tool) return true;
  // A rule that spells out an ambiguous name covers it; a wider one only if it covers every reading.
  return readingsOf(`${narrow.server}__${narrow.tool}`).every(
    ({ server, tool }) => matchesName(wide.server, server) && matchesName(wide.tool, tool),
  );
}

function readingsOf(name: string): readonly { readonly server: string; readonly tool: string }[] {
  const readings: { server: string; tool: string }[] = [];
  for (let at = name.indexOf('__'); at !== -1; at = name.indexOf('__', at + 1))
    readings.push({ server: name.slice(0, at), tool: name.slice(at + 2) });
  return readings;
}

function includesTool(wide: ToolRule, narrow: Pattern): boolean {
  if (narrow.about === 'path')
    return narrow.tool !== undefined && wide.argument === undefined && matchesName(wide.name, narrow.tool);
  if (narrow.about !== 'tool') return false;
  if (wide.name === narrow.name && sameArgument(wide.argument, narrow.argument)) return true;
  // `github(create_issue)` is also a tool of the server github, which `github` does not match.
  return (
    narrow.argument?.is !== 'text' &&
    includesName(wide.name, narrow.name) &&
    includesArgument(wide.argument, narrow.argument)
  );
}

function includesArgument(wide: Argument | undefined, narrow: Argument | undefined): boolean {
  return wide === undefined || sameArgument(wide, narrow);
}

function sameArgument(a: Argument | undefined, b: Argument | undefined): boolean {
  return sameJson(a ?? null, b ?? null);
}
