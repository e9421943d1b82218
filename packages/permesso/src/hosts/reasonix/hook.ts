import { exitCodeAnswers, hasTexts, type HookHost, hookHost, recordIn } from '@permesso/gate/payloads';

/** Its payloads do not mention agents. Arguments by which the model leaves its sandbox are kept, as a doubt. */
export const reasonix: HookHost = hookHost({
  name: 'reasonix',
  shell: { always: 'bash' },
  sends: (payload) =>
    payload['event'] === 'PreToolUse' &&
    hasTexts(payload, 'toolName') &&
    recordIn(payload, 'toolArgs') !== undefined,
  fields: {
    event: { field: 'event', is: ['PreToolUse'] },
    tool: 'toolName',
    input: 'toolArgs',
    session: 'sessionId',
  },
  tools: [
    {
      theirs: 'bash',
      ours: 'Bash',
      harmless: ['timeout_ms', 'run_in_background', 'preserve_background_processes', 'justification'],
    },
    { theirs: 'read_file', ours: 'Read', harmless: ['cursor', 'intent', 'limit', 'offset'] },
    { theirs: 'view_image', ours: 'Read' },
    { theirs: 'write_file', ours: 'Write' },
    { theirs: 'edit_file', ours: 'Edit' },
  ],
  answers: exitCodeAnswers,
});
