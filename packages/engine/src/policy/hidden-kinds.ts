import type { Kind } from '../call/kind.ts';
import type { ToolCall } from '../call/tool-call.ts';
import type { Part } from '../facts/part.ts';
import { knownNames } from './rules/known-tools.ts';
import { aspectsOf } from './rules/part-aspects.ts';

interface CallPart {
  readonly call: ToolCall;
  readonly part: Part;
}

/**
 * Whether a part may do things of a kind that its facts do not show. A deny or ask about that kind then may match, because
 * anything not known to be harmless is suspect.
 */
export function hides(kind: Kind, { call, part }: CallPart): boolean {
  if (isUnreadable(part)) return kind !== 'mcp';
  if (part.subject.kind !== 'tool') return false;
  const seeming = part.kind === 'other' ? seemingKind(call, part) : part.kind;
  // A tool that runs unparsed commands may read, write and fetch as well.
  if (seeming === 'shell') return kind !== 'mcp';
  return seeming === kind && declares(kind, part) === 'nothing';
}

/** Text that could not be parsed, or a tool whose own code failed. */
function isUnreadable(part: Part): boolean {
  return part.subject.kind === 'command' && part.subject.words.length === 0;
}

const kindsByName: ReadonlyMap<string, Kind> = new Map(
  Array.from(knownNames, ([name, { kind }]) => [name.toLowerCase(), kind]),
);

/** The kind that an undescribed tool would have if its name were true: `bash`, `READ`, `write`. */
export function seemingKind(call: ToolCall, part: Part): Kind | undefined {
  return part.kind === 'other' ? kindsByName.get(call.tool.toLowerCase()) : undefined;
}

function declares(kind: Kind, part: Part): 'something' | 'nothing' {
  const { reads, writes, urls } = aspectsOf(part);
  const declared = kind === 'read' ? reads : kind === 'write' ? writes : kind === 'url' ? urls : [];
  return declared.length > 0 ? 'something' : 'nothing';
}
