import type { ToolCall } from '../../call/tool-call.ts';
import type { Effect } from '../effect.ts';
import type { McpSubject, Part } from '../part.ts';
import type { Tool } from '../tool.ts';
import { undescribedEffects } from './mcp-risks.ts';
import { readingVerbs, readingWords } from './reading-verbs.ts';
import { underSuspicion } from './under-suspicion.ts';

export const mcpTool: Tool = {
  name: 'mcp',
  kind: 'mcp',
  read: (call, world) => {
    const part = mcpPart(call);
    return [underSuspicion({ ...part, effects: unknownEffects(call) }, { call, world })];
  },
  offer: (call) => {
    const [reading] = readingsOf(call);
    if (reading === undefined || isUnsaid(reading) || readingsOf(call).length > 1)
      return [{ rules: [call.tool], covers: `every call of ${call.tool}` }];
    return [
      {
        rules: [`mcp__${reading.server}__${reading.tool}`],
        covers: `every call of ${reading.tool} on ${reading.server}`,
      },
      ...(saysItReads(reading.tool)
        ? [
            {
              rules: readingRules(reading.server),
              covers: `every tool of ${reading.server} whose name says that it reads (get, list, search ...)`,
            },
          ]
        : []),
    ];
  },
};

/** A name is not proof: the rule is offered to a person who chose the server, so that they are asked about it once. */
function saysItReads(tool: string): boolean {
  return readingVerbs.some((verb) => tool.startsWith(verb));
}

/** A later word counts only if no other word names an action: `create_list` is a change. */
export function readingRules(server: string): readonly string[] {
  return [
    ...readingVerbs.map((verb) => `mcp__${server}__${verb}*`),
    ...readingWords.map((word) => `mcp__${server}__*_${word}* [run-other]`),
  ];
}

/** The part of a call known only by its name. */
export function mcpPart(call: ToolCall): Part {
  return {
    kind: 'mcp',
    label: call.mcp === undefined || isUnsaid(call.mcp) ? call.tool : `${call.mcp.server} ${call.mcp.tool}`,
    subject: { kind: 'mcp', readings: readingsOf(call) },
    accesses: [],
    readOnly: false,
    insideEdit: false,
    check: { outcome: 'pass' },
    doubts: [],
  };
}

/** The effects of a call known only by its name. Every reading of the name counts. */
export function unknownEffects(call: ToolCall): readonly Effect[] {
  return undescribedEffects(
    call,
    readingsOf(call).map(({ tool }) => tool),
  );
}

/** Some hosts do not report the server, or truncate a long name. */
function isUnsaid({ server, tool }: { readonly server: string; readonly tool: string }): boolean {
  return server === '' || tool === '';
}

/**
 * `mcp__a__b__c` may be server `a` with tool `b__c` or server `a__b` with tool `c`: a hostile server can choose its
 * name so that the join looks like another's. Every reading counts unless the host says which it is.
 */
function readingsOf(call: ToolCall): McpSubject['readings'] {
  if (call.mcp !== undefined) return [{ server: call.mcp.server, tool: call.mcp.tool }];
  const rest = call.tool.slice('mcp__'.length);
  const readings: { server: string; tool: string }[] = [];
  for (let at = rest.indexOf('__'); at !== -1; at = rest.indexOf('__', at + 1)) {
    readings.push({ server: rest.slice(0, at), tool: rest.slice(at + 2) });
  }
  return readings.length === 0 ? [{ server: rest, tool: '' }] : readings;
}
