import { basename, dirname, join } from 'node:path';
import { readText } from '@permesso/gate/disk';
import { type Payload, recordIn, recordsIn, textIn } from '@permesso/gate/payloads';
import { callList, timeOf, type Outcome, type TranscriptReader } from '../../transcripts/past-call.ts';
import { jsonLines } from '../../transcripts/read-session.ts';
import { geminiCli } from './hook.ts';

/** A message is written again as its calls end: the last line about a call counts. */
export const geminiCliTranscripts: TranscriptReader = {
  host: geminiCli,
  base: { folder: '.gemini' },
  below: 'tmp',
  isSession: (path) => /^[^/]+\/chats\/[^/]+\.jsonl$/.test(path),
  read: ({ path, base, skipped }) => {
    const list = callList();
    const place = { cwd: sessionDirectory(dirname(dirname(path)), base) };
    for (const line of jsonLines(path, { holds: ['toolCalls'], skipped })) {
      const messages = [line, ...recordsIn(recordIn(line, '$set') ?? {}, 'messages')];
      for (const call of messages.flatMap((message) => recordsIn(message, 'toolCalls'))) {
        const id = textIn(call, 'id');
        if (id === undefined) continue;
        const payload = {
          hook_event_name: 'BeforeTool',
          ...place,
          tool_name: call['name'],
          tool_input: call['args'],
        };
        list.add({ id, payload, outcome: geminiOutcome(call), ...timeOf(call['timestamp']) });
      }
    }
    return list.calls();
  },
};

/** The session's folder tells its directory; older sessions appear only in a list. */
function sessionDirectory(folder: string, base: string): string | undefined {
  const root = readText(join(folder, '.project_root'));
  if ('text' in root && root.text.startsWith('/')) return root.text.trim();
  const list = readText(join(base, 'projects.json'));
  const projects = 'text' in list ? recordIn(projectList(list.text), 'projects') : undefined;
  return Object.entries(projects ?? {}).find(([, name]) => name === basename(folder))?.[0];
}

function projectList(text: string): Payload {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** A refusal and a failure are both `error`: neither proves that it ran. */
function geminiOutcome(call: Payload): Outcome {
  const status = textIn(call, 'status');
  if (status === 'success') return 'ran';
  if (status === 'cancelled') return 'refused';
  const [result] = recordsIn(call, 'result');
  const response = recordIn(recordIn(result ?? {}, 'functionResponse') ?? {}, 'response') ?? {};
  return textIn(response, 'error')?.startsWith('Tool execution ') === true ? 'refused' : 'unknown';
}
