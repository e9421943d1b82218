import { fill } from '../../messages/fill.ts';
import { checkReasons } from '../../messages/tool-checks.ts';
import { inputPath, valuesAt, type InputPath } from '../../call/input-path.ts';
import { isMcpCall } from '../../call/is-mcp-call.ts';
import type { ToolCall } from '../../call/tool-call.ts';
import type { World } from '../../world/world.ts';
import type { Part } from '../part.ts';
import { readFacts } from '../read-facts.ts';
import type { FindTool, Tool } from '../tool.ts';
import { mcpPart } from './mcp-tool.ts';
import { unknownTool } from './unknown-tool.ts';
import { unknownCallPart } from './unreadable-tool.ts';

/** A tool whose call is a call of another tool: a hub's `invoke`, a search tool's `call_tool`. */
export interface MetaToolSpec {
  readonly tool: string;
  /** Path of the inner tool's name in the input: `$.name`. */
  readonly name: string;
  /** Path of the inner tool's input, an object or JSON text: `$.args`. Absent in a call: no arguments. */
  readonly args: string;
  /** The MCP server whose tools the inner names are. Absent: names as in rules, `mcp__server__tool`. */
  readonly server?: string;
  /**
   * Further fields that do not change what is called: `timeout`, `reason`. An undeclared field may be the one that the server
   * really reads, so a call with one is treated as not understood.
   */
  readonly ignores?: readonly string[];
}

/**
 * Decides the call of a meta-tool as the call that it carries. Rules about either bind; for an allow the inner call
 * needs its own cover and the outer adds nothing to it.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { metaTool } from '@permesso/gate/tools';
 * const hub = metaTool({ tool: 'invoke', name: '$.name', args: '$.arguments' });
 * const gate = createGate({ policy: { allow: ['mcp__github__get_*'] }, tools: [hub] });
 * ```
 */
export function metaTool(spec: MetaToolSpec): Tool {
  const shape: MetaToolShape = { ...spec, name: inputPath(spec.name), args: inputPath(spec.args) };
  for (const path of [shape.name, shape.args])
    if (path.some((step) => !('key' in step)))
      throw new TypeError(`${spec.tool}: name one field, not several`);
  const among = (find: FindTool): Tool => ({
    name: spec.tool,
    kind: spec.tool.startsWith('mcp__') ? 'mcp' : 'other',
    read: (call, world) => readCarried(call, { shape, find, world }),
    offer: (_call, parts, world) => parts.flatMap((part) => offerCarried(part, find, world)),
    among,
  });
  // Without a lookup, every carried tool is unknown.
  return among(() => unknownTool);
}

interface MetaToolShape {
  readonly name: InputPath;
  readonly args: InputPath;
  readonly server?: string;
  readonly ignores?: readonly string[];
}

interface MetaToolContext {
  readonly shape: MetaToolShape;
  readonly find: FindTool;
  readonly world: World;
}

function readCarried(call: ToolCall, { shape, find, world }: MetaToolContext): readonly [Part, ...Part[]] {
  const inner = innerCall(call, shape);
  if ('unread' in inner) return [outerPart(call), unknownPart(call, inner.unread)];
  const tool = find(inner);
  // Meta-tools within meta-tools could nest without end.
  if (tool.among !== undefined) return [outerPart(call), unknownPart(call, 'a meta-tool inside a meta-tool')];
  const facts = readFacts(inner, tool, world);
  const carried = { call: inner, kind: facts.kind };
  const parts = facts.parts.map(({ span: _ofAnotherText, ...part }): Part => ({ ...part, carried }));
  const outer: Part = {
    ...outerPart(call),
    readOnly: parts.every(({ readOnly }) => readOnly),
    check: { outcome: 'allow', reason: fill(checkReasons.metaTool, { tool: inner.tool }) },
  };
  return [outer, ...parts];
}

function outerPart(call: ToolCall): Part {
  if (isMcpCall(call)) return mcpPart(call);
  return {
    kind: 'other',
    label: call.tool,
    subject: { kind: 'tool' },
    accesses: [],
    readOnly: false,
    insideEdit: false,
    check: { outcome: 'pass' },
    doubts: [],
  };
}

function unknownPart(call: ToolCall, reason: string): Part {
  return unknownCallPart({
    label: `what ${call.tool} carries`,
    code: 'carried-call',
    reason: fill(checkReasons.metaToolUnread, { tool: call.tool, reason }),
    doubt: reason,
  });
}

function innerCall(call: ToolCall, shape: MetaToolShape): ToolCall | { readonly unread: string } {
  const stray = strayField(call.input, shape);
  if (stray !== undefined) return { unread: `the field ${stray} is not declared` };
  const [name] = valuesAt(call.input, shape.name);
  if (typeof name !== 'string' || name === '') return { unread: 'it names no tool' };
  const input = argumentsIn(valuesAt(call.input, shape.args)[0]);
  if (input === undefined) return { unread: 'its arguments are no object' };
  const { mcp: _outer, ...rest } = call;
  if (shape.server === undefined) return { ...rest, tool: name, input };
  return {
    ...rest,
    tool: `mcp__${shape.server}__${name}`,
    input,
    mcp: { server: shape.server, tool: name },
  };
}

/** An undeclared field, at any level on the way to the declared ones. */
function strayField(
  input: ToolCall['input'],
  { name, args, ignores = [] }: MetaToolShape,
): string | undefined {
  const ways = [name, args].map((path) => path.map((step) => ('key' in step ? step.key : '')));
  const ignored = new Set(ignores);
  for (const way of ways) {
    let at: unknown = input;
    for (const [depth, key] of way.entries()) {
      if (typeof at !== 'object' || at === null || Array.isArray(at)) break;
      const known = ways.filter(
        (other) => other.slice(0, depth).join('\0') === way.slice(0, depth).join('\0'),
      );
      const stray = Object.keys(at).find(
        (field) => !(depth === 0 && ignored.has(field)) && !known.some((other) => other[depth] === field),
      );
      if (stray !== undefined) return stray;
      at = Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined;
    }
  }
  return undefined;
}

function argumentsIn(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (value === undefined || value === null) return {};
  const read = typeof value === 'string' ? jsonIn(value) : value;
  return typeof read === 'object' && read !== null && !Array.isArray(read)
    ? (read as Readonly<Record<string, unknown>>)
    : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function offerCarried(part: Part, find: FindTool, world: World): ReturnType<Tool['offer']> {
  return part.carried === undefined ? [] : find(part.carried.call).offer(part.carried.call, [part], world);
}
