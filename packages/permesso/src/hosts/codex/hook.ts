import {
  type Answers,
  claudeAnswers,
  claudeOutcome,
  hasTexts,
  type HookHost,
  hookHost,
  jsonReply,
  silence,
} from '@permesso/gate/payloads';

/**
 * It runs the tool after a plain `allow`, after `ask`, after a deny without a reason, and after any of these with one
 * more field.
 */
const answers: Answers = {
  allow: () => silence,
  deny: claudeAnswers.deny,
  edit: (updatedInput) =>
    jsonReply({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput },
    }),
};

export const codex: HookHost = hookHost({
  name: 'codex',
  showsForms: {},
  // No `shell`: the model may name another one with each call, and the payload does not include it.
  sends: (payload) =>
    payload['hook_event_name'] === 'PreToolUse' && hasTexts(payload, 'session_id', 'turn_id', 'model'),
  tools: [
    // Used for every shell tool, with the directory already in `cwd`.
    { theirs: 'Bash', ours: 'Bash' },
    { theirs: 'apply_patch', ours: 'apply_patch', named: { command: 'patch' } },
    { theirs: 'view_image', ours: 'Read', harmless: ['detail'] },
  ],
  answers,
  after: { outcome: claudeOutcome, unattended: [] },
  prompts: {
    event: 'UserPromptSubmit',
    isHeadless: ({ commandLine }) => /codex\S*\s(?:.*\s)?(?:exec|e)(?:\s|$)/u.test(commandLine),
  },
});
