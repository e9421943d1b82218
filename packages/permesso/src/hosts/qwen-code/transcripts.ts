import { recordIn, recordsIn, textIn } from '@permesso/gate/payloads';
import { callList, timeOf, type TranscriptReader } from '../../transcripts/past-call.ts';
import { jsonLines } from '../../transcripts/read-session.ts';
import { qwenCode } from './hook.ts';

export const qwenCodeTranscripts: TranscriptReader = {
  host: qwenCode,
  base: { folder: '.qwen' },
  below: 'projects',
  isSession: (path) => /\/chats\/[^/]+\.jsonl$/.test(path),
  read: ({ path, skipped }) => {
    const list = callList();
    for (const line of jsonLines(path, { holds: ['functionCall', 'toolCallResult'], skipped })) {
      for (const part of recordsIn(recordIn(line, 'message') ?? {}, 'parts')) {
        const call = recordIn(part, 'functionCall');
        const id = call && textIn(call, 'id');
        if (call === undefined || id === undefined) continue;
        const payload = {
          hook_event_name: 'PreToolUse',
          session_id: line['sessionId'],
          cwd: line['cwd'],
          tool_name: call['name'],
          tool_input: call['args'],
        };
        list.add({ id, payload, ...timeOf(line['timestamp']) });
      }
      const result = recordIn(line, 'toolCallResult') ?? {};
      const id = textIn(result, 'callId');
      if (id !== undefined)
        list.settle(id, textIn(result, 'executionStatus') === 'not_started' ? 'refused' : 'ran');
    }
    return list.calls();
  },
};
