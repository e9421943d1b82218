/** An agent that asks for one permission in the first session and says what it was told. */
import { createInterface } from 'node:readline';

const request = JSON.parse(process.argv[2] ?? '{}') as Record<string, unknown>;
const say = (message: unknown): void => void process.stdout.write(`${JSON.stringify(message)}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line) as { id?: unknown; method?: string; result?: unknown };
  if (message.method === 'session/new') {
    say({ jsonrpc: '2.0', id: message.id, result: { sessionId: 's1' } });
    process.stdout.write('this is not a message\n');
    say(request);
  } else if (message.method === undefined) {
    say({ jsonrpc: '2.0', method: 'session/update', params: { told: message.result } });
  }
}
