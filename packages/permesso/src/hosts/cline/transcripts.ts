import { recordsIn, textIn } from '@permesso/gate/payloads';
import { callList, timeOf, type TranscriptReader } from '../../transcripts/past-call.ts';
import { jsonFile } from '../../transcripts/read-session.ts';
import { cline } from './hook.ts';

const ending = '.messages.json';

/** Two files per session: its metadata, and its messages. A refused call has no result. */
export const clineTranscripts: TranscriptReader = {
  host: cline,
  base: { folder: '.cline' },
  below: 'data/sessions',
  isSession: (path) => path.endsWith(ending),
  read: ({ path, skipped }) => {
    const list = callList();
    const about = jsonFile(`${path.slice(0, -ending.length)}.json`, skipped) ?? {};
    const cwd = textIn(about, 'cwd') ?? textIn(about, 'workspace_root');
    for (const message of recordsIn(jsonFile(path, skipped) ?? {}, 'messages')) {
      for (const block of recordsIn(message, 'content')) {
        const kind = textIn(block, 'type');
        const id = textIn(block, kind === 'tool_use' ? 'id' : 'tool_use_id');
        if (id === undefined) continue;
        if (kind === 'tool_result') list.settle(id, 'ran');
        if (kind !== 'tool_use') continue;
        const payload = {
          hookName: 'tool_call',
          tool_call: { id, name: block['name'], input: block['input'] },
          ...(cwd === undefined ? {} : { workspaceRoots: [cwd] }),
          sessionContext: { rootSessionId: about['session_id'] },
        };
        list.add({ id, payload, ...timeOf(message['ts']) });
      }
    }
    return list.calls();
  },
};
