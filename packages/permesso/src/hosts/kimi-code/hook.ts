import {
  claudeOutcome,
  exitCodeAnswers,
  hasTexts,
  type HookHost,
  hookHost,
  sameNames,
  textIn,
} from '@permesso/gate/payloads';

/** Claude's payloads, but only a denial is obeyed: an ask runs the call, and so does a rewrite. */
export const kimiCode: HookHost = hookHost({
  name: 'kimi-code',
  shell: { always: 'bash' },
  sends: (payload) =>
    hasTexts(payload, 'session_id', 'tool_call_id') &&
    textIn(payload, 'client_type')?.startsWith('kimi') === true,
  tools: [
    {
      theirs: 'Bash',
      ours: 'Bash',
      harmless: ['timeout', 'description', 'run_in_background', 'disable_timeout'],
      directory: 'cwd',
    },
    { theirs: 'Read', ours: 'Read', harmless: ['line_offset', 'column_offset', 'n_lines', 'max_chars'] },
    { theirs: 'ReadMediaFile', ours: 'Read', harmless: ['region', 'full_resolution'] },
    ...sameNames('Write Edit Glob Grep WebSearch'),
    { theirs: 'FetchURL', ours: 'WebFetch' },
  ],
  answers: exitCodeAnswers,
  after: { outcome: claudeOutcome, unattended: [] },
});
