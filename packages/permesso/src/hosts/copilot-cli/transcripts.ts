import { type Payload, recordIn, textIn, copilotCli } from '@permesso/gate/payloads';
import { callList, timeOf, type TranscriptReader } from '../../transcripts/past-call.ts';
import { jsonLines } from '../../transcripts/read-session.ts';

/** Events: the session has its directory, each execution its tool and result. */
export const copilotCliTranscripts: TranscriptReader = {
  host: copilotCli,
  base: { folder: '.copilot' },
  below: 'session-state',
  isSession: (path) => path.endsWith('/events.jsonl'),
  read: ({ path, skipped }) => {
    const list = callList();
    let place: Payload = {};
    const holds = ['session.start', 'tool.execution_'];
    for (const line of jsonLines(path, { holds, skipped })) {
      const type = textIn(line, 'type');
      const data = recordIn(line, 'data') ?? {};
      if (type === 'session.start')
        place = { sessionId: data['sessionId'], cwd: recordIn(data, 'context')?.['cwd'] };
      const id = textIn(data, 'toolCallId');
      if (id === undefined) continue;
      if (type === 'tool.execution_start') {
        const payload = { ...place, toolName: data['toolName'], toolArgs: data['arguments'] };
        list.add({ id, payload, ...timeOf(line['timestamp']) });
      } else if (type === 'tool.execution_complete') {
        const code = textIn(recordIn(data, 'error') ?? {}, 'code');
        list.settle(id, data['success'] === true ? 'ran' : code === 'denied' ? 'refused' : 'unknown');
      }
    }
    return list.calls();
  },
};
