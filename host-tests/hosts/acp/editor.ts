import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * An editor that speaks the Agent Client Protocol and approves whatever it is asked: a call that does not run was
 * stopped before the question came here. It is told in a file which agent it starts, as editors are.
 */
interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly options?: readonly { readonly kind: string; readonly optionId: string }[] };
  readonly result?: { readonly sessionId?: string };
}

const [file = '', ...args] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as readonly string[];
const agent = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const say = (message: object): void => {
  agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
};

say({
  id: 'hello',
  method: 'initialize',
  params: {
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    clientInfo: { name: 'editor', version: '0' },
  },
});

for await (const line of createInterface({ input: agent.stdout })) {
  const { id, method, params, result } = JSON.parse(line) as Message;
  if (method === 'session/request_permission') {
    const optionId = params?.options?.find(({ kind }) => kind === 'allow_once')?.optionId;
    say({ id, result: { outcome: { outcome: 'selected', optionId } } });
  } else if (method !== undefined) {
    if (id !== undefined) say({ id, error: { code: -32601, message: 'not supported' } });
  } else if (id === 'hello') {
    say({ id: 'session', method: 'session/new', params: { cwd: process.cwd(), mcpServers: [] } });
  } else if (id === 'session') {
    const prompt = [{ type: 'text', text: 'do it' }];
    say({ id: 'prompt', method: 'session/prompt', params: { sessionId: result?.sessionId, prompt } });
  } else if (id === 'prompt') break;
}
agent.kill();
