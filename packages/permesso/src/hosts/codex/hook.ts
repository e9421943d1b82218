import {
  fromClaudeShape,
  type HookHost,
  type HostOutcome,
  type Incoming,
  jsonReply,
  type Payload,
  type Reply,
  silence,
  claudeOutcome,
  hasTexts,
  tableOf,
  type ToolRow,
} from '@permesso/gate/payloads';

export const codex: HookHost = {
  name: 'codex',
  title: 'Codex CLI',
  asks: 'ours',
  showsForms: {},
  rewrites: true,
  // No `shell`: the model may name another one with each call, and the payload does not tell.
  sends: (payload) =>
    payload['hook_event_name'] === 'PreToolUse' && hasTexts(payload, 'session_id', 'turn_id', 'model'),
  callFields: ['tool_name', 'tool_input'],
  toCall: codexToCall,
  toReply: codexToReply,
  after: {
    before: (payload) => ({ ...payload, hook_event_name: 'PreToolUse' }),
    outcome: claudeOutcome,
    unattended: [],
  },
  prompts: {
    event: 'UserPromptSubmit',
    isHeadless: ({ commandLine }) => /codex\S*\s(?:.*\s)?(?:exec|e)(?:\s|$)/u.test(commandLine),
  },
};

/** Codex tells its hooks of every shell tool as `Bash`, with the directory already in `cwd`. */
const codexTools: ReadonlyMap<string, ToolRow> = tableOf([
  { theirs: 'Bash', ours: 'Bash' },
  { theirs: 'apply_patch', ours: 'apply_patch', named: { command: 'patch' } },
  { theirs: 'view_image', ours: 'Read', harmless: ['detail'] },
]);

function codexToCall(payload: Payload): Incoming {
  return fromClaudeShape(payload, { host: 'codex', tools: codexTools, event: 'PreToolUse' });
}

/**
 * The only answers that Codex honours. It runs the tool after a plain `allow`, after `ask`, after a deny without a
 * reason, and after any of these with one more field: none of them can be written here.
 */
type CodexDecision =
  | { readonly permissionDecision: 'deny'; readonly permissionDecisionReason: string }
  | { readonly permissionDecision: 'allow'; readonly updatedInput: object };

function codexToReply({ verdict, reason, input }: HostOutcome): Reply {
  if (verdict === 'allow')
    return input === undefined ? silence : codexReply({ permissionDecision: 'allow', updatedInput: input });
  return codexReply({ permissionDecision: 'deny', permissionDecisionReason: reason });
}

function codexReply(decision: CodexDecision): Reply {
  return jsonReply({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } });
}
