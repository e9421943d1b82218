import type { CallOutcome } from '../gate/outcome.ts';
import { type Answers, jsonReply } from './answers.ts';
import { hookHost } from './dialect.ts';
import type { HookHost, Payload } from './host.ts';
import { hasTexts, recordIn, textIn } from './read-payload.ts';

/** Text that is not this, and a decision with another name, let the call run. */
const answers: Answers = {
  allow: (reason) => jsonReply({ permissionDecision: 'allow', permissionDecisionReason: reason }),
  deny: (reason) => jsonReply({ permissionDecision: 'deny', permissionDecisionReason: reason }),
  ask: (reason) => jsonReply({ permissionDecision: 'ask', permissionDecisionReason: reason }),
  edit: (modifiedArgs, reason) =>
    jsonReply({ permissionDecision: 'allow', permissionDecisionReason: reason, modifiedArgs }),
};

export const copilotCli: HookHost = hookHost({
  name: 'copilot-cli',
  showsForms: {},
  runsSandboxed: true,
  shell: { always: 'bash' },
  windowsShell: 'powershell',
  sends: (payload) => hasTexts(payload, 'sessionId', 'toolName') && typeof payload['timestamp'] === 'number',
  fields: {
    // The camel-case event `preToolUse`, which does not say its own name.
    event: 'untold',
    tool: 'toolName',
    input: 'toolArgs',
    inputAsText: true,
    session: 'sessionId',
    agent: { type: 'agentType', id: 'agentId' },
  },
  // No built-in tool holds a hyphen.
  mcp: { joined: '-' },
  // With `shellId` a command goes into a shell that has lived on, so that argument stays, as a doubt.
  tools: [
    ...[
      { theirs: 'bash', ours: 'Bash' },
      { theirs: 'powershell', ours: 'PowerShell' },
    ].map((names) => ({
      ...names,
      harmless: ['description', 'mode', 'detach', 'initial_wait'],
      leaving: ['requestSandboxBypass'],
    })),
    { theirs: 'view', ours: 'Read', harmless: ['view_range', 'forceReadLargeFiles'] },
    { theirs: 'create', ours: 'Write' },
    { theirs: 'edit', ours: 'Edit' },
    { theirs: 'grep', ours: 'Grep', each: { of: 'paths', as: 'path', optional: true } },
    { theirs: 'glob', ours: 'Glob', each: { of: 'paths', as: 'path', optional: true } },
    { theirs: 'web_fetch', ours: 'WebFetch' },
    // Types into a program that is already running.
    { theirs: 'write_bash', ours: 'unreadable' },
    { theirs: 'write_powershell', ours: 'unreadable' },
  ],
  answers,
  after: { outcome: copilotOutcome, unattended: [] },
});

/** `resultType` is `success`, `failure` or `denied`; the text for the model is a separate field. */
function copilotOutcome(payload: Payload): CallOutcome {
  const result = recordIn(payload, 'toolResult') ?? {};
  const type = textIn(result, 'resultType');
  return type === undefined || type === 'success' ? { ok: true } : { ok: false, error: type };
}
