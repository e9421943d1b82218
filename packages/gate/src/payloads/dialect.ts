import { definedFields } from '@permesso/engine/call';
import { type Answers, replyOf } from './answers.ts';
import type { AfterCall, HookHost, Payload } from './host.ts';
import { claudeEvent, type McpNaming, type PayloadFields, readCall } from './read-call.ts';
import { tableOf, type ToolRow } from './tool-table.ts';

/** How one program talks to its hooks, as a row: what it sends, and which answers it obeys. */
export interface Dialect extends Omit<
  HookHost,
  'asks' | 'rewrites' | 'tools' | 'toCall' | 'toReply' | 'after' | 'callFields'
> {
  readonly fields?: PayloadFields;
  readonly mcp?: McpNaming;
  readonly tools: readonly ToolRow[];
  readonly answers: Answers;
  readonly after?: Omit<AfterCall, 'before'>;
  /** Beside the fields of tool and input. */
  readonly callFields?: readonly string[];
  /** Where fields are not enough to read its payloads. */
  readonly toCall?: (payload: Payload, tools: ReadonlyMap<string, ToolRow>) => ReturnType<HookHost['toCall']>;
}

/** Who asks a person, and what may be changed, follows from the answers that the program obeys. */
export function hookHost({ fields = {}, mcp, answers, toCall, after, ...row }: Dialect): HookHost {
  const tools = tableOf(row.tools);
  const reading = { host: row.name, tools, fields, ...definedFields({ mcp }) };
  const { event = claudeEvent } = fields;
  const told = event === 'untold' ? {} : { [event.field]: event.is[0] };
  return {
    ...row,
    tools,
    // A prompt that only a person in front of it can use is no place to leave a call to.
    asks: answers.ask === undefined || row.asksWhere !== undefined ? 'ours' : 'host',
    rewrites: answers.edit !== undefined,
    callFields: row.callFields ?? [fields.tool ?? 'tool_name', fields.input ?? 'tool_input'],
    toCall:
      toCall === undefined ? (payload) => readCall(payload, reading) : (payload) => toCall(payload, tools),
    toReply: (outcome) => replyOf(answers, outcome),
    ...(after === undefined ? {} : { after: { before: (payload) => ({ ...payload, ...told }), ...after } }),
  };
}
