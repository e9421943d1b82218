import type { ToolCall } from '../call/tool-call.ts';
import type { World } from '../world/world.ts';
import type { Access } from './access.ts';
import { guardedCheck } from './danger.ts';
import type { Effect } from './effect.ts';
import type { Part } from './part.ts';
import { derivedEffects, touchedEffects } from './part-effects.ts';
import { onlyReads, statedEffects } from './stated-effects.ts';
import type { Tool } from './tool.ts';
import { describedEffects, describedPart, type McpDescription } from './tools/describe-mcp.ts';
import { describedByPackage } from './tools/known-servers.ts';
import { mcpTool } from './tools/mcp-tool.ts';

/** A description that a policy contains. */
export interface GivenDescription extends McpDescription {
  /**
   * `replaces`: it is trusted, and nothing it describes is guessed. `adds`: its author may only tighten, so what it names
   * counts in addition to everything suspected.
   */
  readonly counts: 'replaces' | 'adds';
}

/** The tool with its description: from code, else from the policy, else the one shipped for this exact package. */
export function describedTool(tool: Tool, call: ToolCall, given: readonly GivenDescription[]): Tool {
  if (tool !== mcpTool) return tool;
  const fitting = given.filter((one) => fitsName(one.tool, call));
  const said = fitting.find(({ counts }) => counts === 'replaces') ?? shipped(call);
  const adding = fitting.filter(({ counts }) => counts === 'adds');
  if (said === undefined && adding.length === 0) return tool;
  const read = said === undefined ? undefined : describedPart(said);
  return {
    ...mcpTool,
    read: (one, world) => {
      const part = read?.(one, world) ?? mcpTool.read(one, world)[0];
      const more = adding.flatMap((description) => describedEffects(description, one, world));
      const stated = adding.flatMap(({ effects }) => (effects === undefined ? [] : statedEffects(effects)));
      if (more.length === 0 && stated.length === 0) return [part];
      return [withMore(part, { more, stated, world })];
    },
  };
}

interface Added {
  readonly more: readonly Access[];
  readonly stated: readonly Effect[];
  readonly world: World;
}

function withMore(part: Part, { more, stated, world }: Added): Part {
  const whole: Part = {
    ...part,
    accesses: [...part.accesses, ...more],
    check: guardedCheck(part.check, more, world),
  };
  const own =
    part.effects === undefined
      ? derivedEffects(whole, world)
      : [...part.effects, ...touchedEffects(more, world)];
  return {
    ...whole,
    effects: [...own, ...stated],
    readOnly: part.readOnly && onlyReads([...own, ...stated]),
  };
}

/** Few hosts report which package a tool comes from; for the others the rows are not loaded. */
function shipped(call: ToolCall): ReturnType<typeof describedByPackage> {
  return call.mcp?.package === undefined ? undefined : describedByPackage(call);
}

/** Whether a name, as descriptions write it, matches the call by the host's name or by server and tool. */
export function fitsName(name: string, call: ToolCall): boolean {
  if (!name.endsWith('*')) return namesOf(call).includes(name);
  return startsWithin(name.slice(0, -1), call);
}

/**
 * `mcp__files__*` is about the server `files`. A server called `files__x` produces names that begin alike. So if the host
 * reports the server, the prefix must contain its whole name; otherwise there must be only one possible reading.
 */
function startsWithin(start: string, call: ToolCall): boolean {
  if (call.mcp !== undefined && call.mcp.server !== '') {
    const { server, tool } = call.mcp;
    const joined = `mcp__${server}__${tool}`;
    return joined.startsWith(start) && start.length >= joined.length - tool.length;
  }
  return namesOf(call).some((name) => name.startsWith(start) && !name.slice(start.length).includes('__'));
}

/** The host's name, and the one joined from server and tool. */
function namesOf({ tool, mcp }: ToolCall): readonly string[] {
  return mcp === undefined ? [tool] : [tool, `mcp__${mcp.server}__${mcp.tool}`];
}
