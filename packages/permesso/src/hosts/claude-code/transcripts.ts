import { type Payload, recordIn, recordsIn, textIn, claudeCode } from '@permesso/gate/payloads';
import { callList, timeOf, type Outcome, type TranscriptReader } from '../../transcripts/past-call.ts';
import { jsonLines } from '../../transcripts/read-session.ts';

/**
 * One line per message; a call is in an assistant message, its result in a user message. Sub-agents have files of
 * their own.
 */
export const claudeCodeTranscripts: TranscriptReader = {
  host: claudeCode,
  base: { folder: '.claude', variable: 'CLAUDE_CONFIG_DIR' },
  below: 'projects',
  isSession: (path) => path.endsWith('.jsonl'),
  read: ({ path, skipped }) => {
    const list = callList();
    for (const line of jsonLines(path, { holds: ['tool_use', 'tool_result'], skipped })) {
      const type = textIn(line, 'type');
      // Other lines repeat messages as they were sent.
      if (type !== 'assistant' && type !== 'user') continue;
      for (const block of recordsIn(recordIn(line, 'message') ?? {}, 'content')) {
        const kind = textIn(block, 'type');
        const id = textIn(block, kind === 'tool_use' ? 'id' : 'tool_use_id');
        if (id === undefined) continue;
        if (kind === 'tool_use')
          list.add({ id, payload: claudePayload(line, block), ...timeOf(line['timestamp']) });
        else if (kind === 'tool_result') list.settle(id, claudeOutcome(line, block));
      }
    }
    return list.calls();
  },
};

function claudePayload(line: Payload, block: Payload): Payload {
  return {
    hook_event_name: 'PreToolUse',
    session_id: line['sessionId'],
    cwd: line['cwd'],
    tool_name: block['name'],
    tool_input: block['input'],
    ...(textIn(line, 'agentId') === undefined ? {} : { agent_id: line['agentId'] }),
  };
}

/** Texts of versions that did not record the decision; each starts the result, where command output cannot be. */
const refusals = [
  "The user doesn't want to",
  'Permission to use',
  'Claude requested permissions',
  'PreToolUse:',
  'Hook PreToolUse',
];

function claudeOutcome(line: Payload, block: Payload): Outcome {
  const decision = recordIn(line, 'permissionDecision');
  if (textIn(line, 'toolDenialKind') !== undefined) return 'refused';
  if (decision !== undefined) return textIn(decision, 'decision') === 'accept' ? 'ran' : 'refused';
  if (block['is_error'] !== true) return 'ran';
  const said = textIn(block, 'content') ?? textIn(recordsIn(block, 'content')[0] ?? {}, 'text') ?? '';
  return refusals.some((start) => said.startsWith(start)) ? 'refused' : 'ran';
}
