import { definedFields, type ToolCall } from '@permesso/engine/call';
import { type Incoming, type Payload, isPayload, recordIn, textIn } from '@permesso/gate/payloads';
import { pathArguments, readingKinds, toolKinds } from './tools.ts';

const host = 'acp';

/**
 * The parameters of `session/request_permission`, with the directory of its session. Agents describe their calls
 * freely, so every recognised field counts; where nothing is recognised, or something is left over, it may be any
 * call.
 */
export function acpToCall({ params, cwd }: Payload): Incoming {
  const asked = isPayload(params) ? params : {};
  const session = textIn(asked, 'sessionId');
  const toolCall = recordIn(asked, 'toolCall');
  if (toolCall === undefined) return { malformed: `${host} described no call` };
  const about = { host, ...definedFields({ session }) };
  const unreadable: ToolCall = { ...about, tool: 'unreadable', input: shownToolCall(toolCall) };
  if (typeof cwd !== 'string' || !cwd.startsWith('/')) return { calls: [unreadable] };
  const here = { ...about, cwd };
  const [first, ...rest] = callsIn(toolCall).map((call): ToolCall => ({ ...here, ...call }));
  return { root: cwd, calls: first === undefined ? [{ ...unreadable, cwd }] : [first, ...rest] };
}

type Told = Pick<ToolCall, 'tool' | 'input'>;

function callsIn(toolCall: Payload): readonly Told[] {
  const kind = textIn(toolCall, 'kind') ?? '';
  const raw = recordIn(toolCall, 'rawInput');
  // A title alone proves nothing: titles are written for people.
  if (raw === undefined || !toolKinds.has(kind)) return [];
  const access = readingKinds.has(kind) ? 'Read' : 'Edit';
  const paths = pathsIn(toolCall, raw);
  const calls: readonly Told[] = [
    ...(Object.hasOwn(raw, 'command') || kind === 'execute' ? [shell(raw)] : []),
    ...(Object.hasOwn(raw, 'url') || kind === 'fetch'
      ? [{ tool: 'WebFetch', input: { url: raw['url'] } }]
      : []),
    ...paths.map((path) => ({ tool: access, input: { file_path: path } })),
  ];
  return calls;
}

/** Fields beside the command are kept, as doubts; only the same command given again as a list adds nothing. */
function shell({ description: _toPeople, commands, ...raw }: Payload): Told {
  const isSame = Array.isArray(commands) && commands.every((one) => one === raw['command']);
  const fields = commands === undefined || isSame ? raw : { ...raw, commands };
  return { tool: 'Bash', input: fields };
}

function pathsIn(toolCall: Payload, raw: Payload): readonly unknown[] {
  const told = pathArguments.filter((name) => Object.hasOwn(raw, name)).map((name) => raw[name]);
  const places = [toolCall['locations'], toolCall['content']].flatMap((list): readonly unknown[] =>
    Array.isArray(list) ? list : [],
  );
  const shownPaths = places.flatMap((one) =>
    isPayload(one) && Object.hasOwn(one, 'path') ? [one['path']] : [],
  );
  return [...new Set([...told, ...shownPaths])];
}

/** For the log and the receipt. */
function shownToolCall(toolCall: Payload): Payload {
  const { title, kind, rawInput } = toolCall;
  return { title, kind, ...definedFields({ rawInput }) };
}
