import { definedFields } from '@permesso/engine/call';
import { type Payload, argumentsIn, recordIn, recordsIn, textIn } from '@permesso/gate/payloads';
import { callList, timeOf, type Outcome, type TranscriptReader } from '../../transcripts/past-call.ts';
import { jsonLines } from '../../transcripts/read-session.ts';
import { codex } from './hook.ts';

/** A session is a JSON-lines file: its directory, calls, and their outputs. */
export const codexTranscripts: TranscriptReader = {
  host: codex,
  base: { folder: '.codex', variable: 'CODEX_HOME' },
  below: 'sessions',
  isSession: (path) => path.endsWith('.jsonl'),
  read: ({ path, skipped }) => {
    const list = callList();
    let place: Payload = {};
    const holds = ['session_meta', 'turn_context', '_call'];
    for (const line of jsonLines(path, { holds, skipped })) {
      const type = textIn(line, 'type');
      const item = recordIn(line, 'payload') ?? {};
      if (type === 'session_meta') place = { session_id: item['id'], cwd: item['cwd'] };
      else if (type === 'turn_context' && textIn(item, 'cwd') !== undefined)
        place = { ...place, cwd: item['cwd'] };
      if (type !== 'response_item') continue;
      const id = textIn(item, 'call_id') ?? textIn(item, 'id');
      if (id === undefined) continue;
      const call = codexCall(item);
      if (call !== undefined)
        list.add({ id, payload: codexPayload(place, call), ...timeOf(line['timestamp']) });
      else if (textIn(item, 'type')?.endsWith('_output') === true) list.settle(id, codexOutcome(item));
    }
    return list.calls();
  },
};

interface CodexCall {
  readonly tool: string;
  readonly input: unknown;
  readonly cwd?: string;
}

const shells: ReadonlySet<string> = new Set(['exec_command', 'shell', 'shell_command', 'container.exec']);
/** Codex calls no hook for these. */
const unhooked: ReadonlySet<string> = new Set(['update_plan', 'write_stdin']);

/** Named as in its hook, where every shell is `Bash`. */
function codexCall(item: Payload): CodexCall | undefined {
  const name = textIn(item, 'name');
  switch (textIn(item, 'type')) {
    case 'function_call':
      return name === undefined || unhooked.has(name) ? undefined : functionCallOf(name, item);
    case 'custom_tool_call':
      return name === undefined ? undefined : { tool: name, input: { command: item['input'] } };
    case 'local_shell_call':
      return shellCall(recordIn(item, 'action') ?? {});
    default:
      return undefined;
  }
}

function functionCallOf(name: string, item: Payload): CodexCall {
  const input = argumentsIn(item, 'arguments');
  const server = textIn(item, 'namespace');
  if (server !== undefined) return { tool: `${server}__${name}`, input };
  return shells.has(name) ? shellCall(input ?? {}) : { tool: name, input };
}

function shellCall(input: Payload): CodexCall {
  const cwd = textIn(input, 'workdir') ?? textIn(input, 'working_directory');
  const command = shellText(input['cmd'] ?? input['command']);
  return { tool: 'Bash', input: command === undefined ? undefined : { command }, ...definedFields({ cwd }) };
}

/** Older versions record an argv, usually a shell with the command as its argument. */
function shellText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || !value.every((word) => typeof word === 'string')) return undefined;
  const [shell, option, script, more] = value;
  const isShell = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z)?sh$/.test(shell ?? '') && /^-l?c$/.test(option ?? '');
  if (isShell && script !== undefined && more === undefined) return script;
  return value.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quotedWord(word))).join(' ');
}

function quotedWord(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function codexPayload(place: Payload, { tool, input, cwd }: CodexCall): Payload {
  const from = textIn(place, 'cwd');
  const isWhole = cwd === undefined || cwd.startsWith('/') || from === undefined;
  return {
    hook_event_name: 'PreToolUse',
    ...place,
    ...(cwd === undefined ? {} : { cwd: isWhole ? cwd : `${from}/${cwd}` }),
    tool_name: tool,
    tool_input: input,
  };
}

/** Each starts the output, where a command's own output cannot be. */
const refusalStarts = ['Command blocked by', 'exec command rejected', 'rejected by user', 'patch rejected'];

function codexOutcome(item: Payload): Outcome {
  const said = textIn(item, 'output') ?? textIn(recordsIn(item, 'output')[0] ?? {}, 'text') ?? '';
  return refusalStarts.some((start) => said.startsWith(start)) ? 'refused' : 'ran';
}
