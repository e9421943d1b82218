import { definedFields } from '../call/defined-fields.ts';
import type { ToolCall } from '../call/tool-call.ts';
import { messageOf } from '../errors.ts';
import type { World } from '../world/world.ts';
import { guardOf } from './guard.ts';
import { withKeptGit } from './losses.ts';
import type { Facts, Part } from './part.ts';
import { withEffects } from './part-effects.ts';
import { partOnWindows } from './paths/windows/windows-part.ts';
import type { Tool } from './tool.ts';

/** What the call would do. Never throws: if the tool's own code fails, the call is one part without any guarantee. */
export function readFacts(call: ToolCall, tool: Tool, world: World): Facts {
  try {
    return { kind: tool.kind, parts: guarded(tool.read(call, world), world) };
  } catch (error) {
    return { kind: tool.kind, parts: [failedPart(call, tool, error)] };
  }
}

/** A result that is not a list is passed on: the decision denies it, whereas a failed check may pass in bypass. */
function guarded(parts: Facts['parts'], world: World): Facts['parts'] {
  const isSound = Array.isArray(parts) && parts.length > 0 && parts.every(isPart);
  if (!isSound) return parts;
  const [first, ...rest] = parts;
  const local = world.platform === 'win32' ? partOnWindows : (part: Part): Part => part;
  const whole = (part: Part): Part => withEffects(withGuards(local(part), world), world);
  return withKeptGit([whole(first), ...rest.map(whole)], world);
}

function isPart(part: Partial<Part> | null | undefined): boolean {
  return Array.isArray(part?.accesses) && typeof part.subject === 'object';
}

/** A guarded place that a script of the project writes is written by the call. */
function withGuards(part: Part, world: World): Part {
  const runs = part.runs?.map((run) => withGuards(run, world));
  const guard = part.guard ?? guardOf(part, world) ?? runs?.find((run) => run.guard !== undefined)?.guard;
  return { ...part, ...definedFields({ runs, guard }) };
}

function failedPart(call: ToolCall, tool: Tool, error: unknown): Part {
  const reason = `the tool's own check failed: ${messageOf(error)}`;
  return {
    kind: tool.kind,
    label: call.tool,
    // Nothing is known about it, so every deny about commands, files and hosts may match.
    subject: { kind: 'command', words: [], aliases: [], escalations: [] },
    accesses: [],
    readOnly: false,
    insideEdit: false,
    check: { outcome: 'safety', code: 'tool-error', reason },
    doubts: [reason],
  };
}
