import type { McpTool, ToolCall } from '@permesso/engine/call';
import {
  type HookHost,
  type HostOutcome,
  type Incoming,
  jsonReply,
  type Payload,
  type Reply,
  translateEach,
  asEach,
  readingsOf,
  firstTextIn,
  hasTexts,
  recordIn,
  textIn,
  tableOf,
  type ToolRow,
} from '@permesso/gate/payloads';

export const cline: HookHost = {
  name: 'cline',
  title: 'Cline',
  asks: 'ours',
  rewrites: true,
  runsSandboxed: true,
  shell: { always: 'bash' },
  ignoresExitCode: true,
  sends: (payload) => hasTexts(payload, 'hookName', 'taskId'),
  callFields: ['tool_call', 'preToolUse'],
  toCall: clineToCall,
  toReply: clineToReply,
};

/** Most tools take lists, and the program also takes looser spellings of them: those are not guessed at. */
const clineTools: ReadonlyMap<string, ToolRow> = tableOf([
  { theirs: 'run_commands', ours: 'Bash', each: { of: 'commands', as: 'command' } },
  { theirs: 'read_files', ours: 'Read', each: { of: 'files', as: 'path', spread: true } },
  { theirs: 'search_codebase', ours: 'Grep', each: { of: 'queries', as: 'pattern' } },
  { theirs: 'fetch_web_content', ours: 'WebFetch', each: { of: 'requests', as: 'url', spread: true } },
  { theirs: 'editor', ours: 'Edit' },
  { theirs: 'apply_patch', ours: 'apply_patch', named: { input: 'patch' } },
]);

const host = 'cline';

function clineToCall(payload: Payload): Incoming {
  const event = textIn(payload, 'hookName');
  if (event !== 'tool_call')
    return { malformed: `${host} sent the event ${event ?? '(none)'} instead of tool_call` };
  const theirs = recordIn(payload, 'tool_call') ?? {};
  const tool = textIn(theirs, 'name');
  if (tool === undefined) return { malformed: `${host} named no tool` };
  const input = clineInput(theirs, tool);
  if (input === undefined) return { malformed: `${host} sent no input for ${tool}` };
  if (!isToldTwice(payload, tool, theirs['input']))
    return { malformed: `${host} told of two different calls` };
  const cwd =
    textIn(recordIn(payload, 'workspaceInfo') ?? {}, 'rootPath') ?? firstTextIn(payload, 'workspaceRoots');
  const { calls, toInput, toInputs } = translateEach(clineTools, {
    host,
    tool,
    input,
    ...(cwd === undefined ? {} : { cwd }),
  });
  const about = clineContext(payload);
  const [first, ...rest] = calls.map((call): ToolCall => ({ ...call, ...about }));
  if (first === undefined) return { malformed: `${host} sent an empty list` };
  return {
    calls: clineTools.has(tool) ? [first, ...rest] : asEach(first, mcpOf(tool)),
    ...(cwd === undefined ? {} : { root: cwd }),
    ...(toInput === undefined ? {} : { toInput }),
    ...(toInputs === undefined ? {} : { toInputs }),
  };
}

/** The call stands a second time in the payload, each argument as a text. Which of the two counts there is not known. */
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

/** A list tool is also called with the bare list or its only item. */
function clineInput(theirs: Payload, tool: string): Payload | undefined {
  const list = clineTools.get(tool)?.each;
  const value = Object.hasOwn(theirs, 'input') ? theirs['input'] : undefined;
  if (list !== undefined && (Array.isArray(value) || (typeof value === 'string' && value !== '')))
    return { [list.of]: value };
  return recordIn(theirs, 'input');
}

/** Cline numbers its agents and gives them no type; what it started itself has a parent. */
function clineContext(payload: Payload): Pick<ToolCall, 'host' | 'session' | 'agent'> {
  const session =
    textIn(recordIn(payload, 'sessionContext') ?? {}, 'rootSessionId') ?? textIn(payload, 'taskId');
  const parent = textIn(payload, 'parent_agent_id');
  const name = textIn(payload, 'agent_id') ?? 'sub-agent';
  return {
    host,
    ...(session === undefined ? {} : { session }),
    ...(parent === undefined ? {} : { agent: { name, parents: ['main'] } }),
  };
}

/** Joined by `__`. A name with other characters, or too long, is cut and ends in a digest: then it may be any. */
function mcpOf(tool: string): readonly McpTool[] {
  if (/_[0-9a-f]{8}$/u.test(tool)) return [{ server: '', tool: '' }];
  return readingsOf(tool, '__');
}

/** `review` runs the tool where nobody watches, and no exit code stops it: only `cancel` does. */
type ClineAnswer =
  | { readonly cancel: true; readonly errorMessage: string }
  | { readonly cancel: false; readonly overrideInput?: object };

function clineToReply({ verdict, reason, input }: HostOutcome): Reply {
  if (verdict !== 'allow') return clineReply({ cancel: true, errorMessage: reason });
  return clineReply({ cancel: false, ...(input === undefined ? {} : { overrideInput: input }) });
}

function clineReply(said: ClineAnswer): Reply {
  return jsonReply(said);
}
