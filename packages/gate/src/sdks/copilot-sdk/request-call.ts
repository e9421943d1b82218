import type { ToolCall } from '@permesso/engine/call';
import { copilotCli } from '../../payloads/copilot-cli.ts';
import type { Payload } from '../../payloads/host.ts';
import { recordIn, textIn } from '../../payloads/read-payload.ts';

type CallFields = Pick<ToolCall, 'tool' | 'input' | 'mcp'>;

type ReadRequest = (request: Payload) => readonly CallFields[] | undefined;

/** What each kind of permission request is about, as a call. A kind that is not listed becomes an unknown tool. */
const kinds: ReadonlyMap<string, ReadRequest> = new Map<string, ReadRequest>([
  [
    'shell',
    (request) => {
      const command = textIn(request, 'fullCommandText');
      if (command === undefined) return undefined;
      const call = { tool: 'Bash', input: { command } };
      // Leaving the sandbox is a separate request: a rule about the command does not cover it.
      const outside = { tool: 'copilot:sandbox-bypass', input: { command } };
      return request['requestSandboxBypass'] === true ? [call, outside] : [call];
    },
  ],
  ['write', (request) => fileCall('Write', textIn(request, 'fileName'))],
  ['read', (request) => fileCall('Read', textIn(request, 'path'))],
  [
    'url',
    (request) => {
      const url = textIn(request, 'url');
      return url === undefined ? undefined : [{ tool: 'WebFetch', input: { url } }];
    },
  ],
  ['mcp', mcpCall],
  [
    'custom-tool',
    (request) => {
      const tool = textIn(request, 'toolName');
      return tool === undefined ? undefined : [{ tool, input: recordIn(request, 'args') ?? {} }];
    },
  ],
  [
    'hook',
    (request) => {
      const incoming = copilotCli.toCall(request);
      return 'malformed' in incoming ? undefined : incoming.calls;
    },
  ],
]);

/** Converts an SDK permission request to calls, all of which must be permitted. */
export function callsOf(request: Payload): readonly CallFields[] {
  const kind = textIn(request, 'kind') ?? 'request';
  return kinds.get(kind)?.(request) ?? [{ tool: `copilot:${kind}`, input: request }];
}

function fileCall(tool: string, path: string | undefined): readonly CallFields[] | undefined {
  return path === undefined ? undefined : [{ tool, input: { file_path: path } }];
}

/** The tool's name begins with its server's name, which is also given separately. */
function mcpCall(request: Payload): readonly CallFields[] | undefined {
  const [server, name] = [textIn(request, 'serverName'), textIn(request, 'toolName')];
  if (server === undefined || name === undefined) return undefined;
  const tool = name.startsWith(`${server}-`) ? name.slice(server.length + 1) : name;
  return [{ tool: `mcp__${server}__${tool}`, input: recordIn(request, 'args') ?? {}, mcp: { server, tool } }];
}
