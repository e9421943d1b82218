import { type Agent, definedFields, type McpTool } from '@permesso/engine/call';
import {
  type Answers,
  firstTextIn,
  hasTexts,
  type HookHost,
  hookHost,
  type Incoming,
  jsonReply,
  type Payload,
  readingsOf,
  recordIn,
  textIn,
  type ToolRow,
  translateAll,
} from '@permesso/gate/payloads';

/** `review` runs the tool where nobody watches, and no exit code stops it: only `cancel` does. */
const answers: Answers = {
  allow: () => jsonReply({ cancel: false }),
  deny: (errorMessage) => jsonReply({ cancel: true, errorMessage }),
  edit: (overrideInput) => jsonReply({ cancel: false, overrideInput }),
};

export const cline: HookHost = hookHost({
  name: 'cline',
  runsSandboxed: true,
  shell: { always: 'bash' },
  ignoresExitCode: true,
  sends: (payload) => hasTexts(payload, 'hookName', 'taskId'),
  callFields: ['tool_call', 'preToolUse'],
  // Most tools take lists, and the program also accepts looser spellings of them: we do not guess at those.
  tools: [
    { theirs: 'run_commands', ours: 'Bash', each: { of: 'commands', as: 'command' } },
    { theirs: 'read_files', ours: 'Read', each: { of: 'files', as: 'path', spread: true } },
    { theirs: 'search_codebase', ours: 'Grep', each: { of: 'queries', as: 'pattern' } },
    { theirs: 'fetch_web_content', ours: 'WebFetch', each: { of: 'requests', as: 'url', spread: true } },
    { theirs: 'editor', ours: 'Edit' },
    { theirs: 'apply_patch', ours: 'apply_patch', named: { input: 'patch' } },
  ],
  toCall: clineToCall,
  answers,
});

type Tools = ReadonlyMap<string, ToolRow>;

const host = 'cline';

function clineToCall(payload: Payload, tools: Tools): Incoming {
  const event = textIn(payload, 'hookName') ?? '(none)';
  if (event !== 'tool_call') return { malformed: `${host} sent the event ${event} instead of tool_call` };
  const theirs = recordIn(payload, 'tool_call') ?? {};
  const tool = textIn(theirs, 'name');
  if (tool === undefined) return { malformed: `${host} named no tool` };
  const input = clineInput(theirs, tools.get(tool)?.each);
  if (input === undefined) return { malformed: `${host} sent no input for ${tool}` };
  if (!isToldTwice(payload, tool, theirs['input']))
    return { malformed: `${host} told of two different calls` };
  const cwd =
    textIn(recordIn(payload, 'workspaceInfo') ?? {}, 'rootPath') ?? firstTextIn(payload, 'workspaceRoots');
  const session =
    textIn(recordIn(payload, 'sessionContext') ?? {}, 'rootSessionId') ?? textIn(payload, 'taskId');
  const about = { host, ...definedFields({ session }), ...clineAgent(payload) };
  const readings = tools.has(tool) ? [] : mcpOf(tool);
  return {
    ...translateAll({ host, tool, input, ...definedFields({ cwd }) }, { tools, readings, about }),
    ...definedFields({ root: cwd }),
  };
}

/** The payload repeats the call with each argument as text. It is not known which of the two Cline uses. */
function isToldTwice(payload: Payload, tool: string, input: unknown): boolean {
  if (!Object.hasOwn(payload, 'preToolUse')) return true;
  const copy = recordIn(payload, 'preToolUse');
  const given = recordIn(copy ?? {}, 'parameters');
  if (copy === undefined || given === undefined || textIn(copy, 'toolName') !== tool) return false;
  const told = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  return (
    Object.keys(given).length === told.length &&
    told.every(([name, value]) => given[name] === (typeof value === 'string' ? value : JSON.stringify(value)))
  );
}

/** A list tool can also be called with the bare list or its only item. */
function clineInput(theirs: Payload, list: ToolRow['each']): Payload | undefined {
  const value = Object.hasOwn(theirs, 'input') ? theirs['input'] : undefined;
  if (list !== undefined && (Array.isArray(value) || (typeof value === 'string' && value !== '')))
    return { [list.of]: value };
  return recordIn(theirs, 'input');
}

/** Cline numbers its agents and gives them no type; a sub-agent has a parent. */
function clineAgent(payload: Payload): { readonly agent?: Agent } {
  if (textIn(payload, 'parent_agent_id') === undefined) return {};
  return { agent: { name: textIn(payload, 'agent_id') ?? 'sub-agent', parents: ['main'] } };
}

/**
 * Joined by `__`. A name with other characters, or too long, is cut and ends in a digest: then it may be any tool.
 */
function mcpOf(tool: string): readonly McpTool[] {
  if (/_[0-9a-f]{8}$/u.test(tool)) return [{ server: '', tool: '' }];
  return readingsOf(tool, '__');
}
