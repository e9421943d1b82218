/**
 * A server of notes behind `permesso mcp`: one tool is hidden, one denied, one runs. Checks itself, offline.
 * From the repository: `npm run build`, then `node examples/mcp-gateway.ts`.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Any MCP server would do. This one has three tools and says which of them it ran. */
const server = `
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const tools = ['read_note', 'write_note', 'drop_notes'].map((name) => ({ name, inputSchema: { type: 'object' } }));
    const result = method === 'tools/list' ? { tools } : { content: [{ type: 'text', text: 'ran ' + params?.name }] };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });`;

const home = mkdtempSync(join(tmpdir(), 'permesso-example-'));
const permesso = fileURLToPath(new URL('dist/cli/main.cjs', import.meta.resolve('permesso/package.json')));
const rules = ['--allow', 'mcp__notes__read_*', '--deny', 'mcp__notes__drop_notes', '--mode', 'dontAsk'];
const gateway = spawn(
  process.execPath,
  [permesso, 'mcp', '--name', 'notes', ...rules, '--', process.execPath, '-e', server],
  { env: { PATH: process.env['PATH'], HOME: home }, stdio: ['pipe', 'pipe', 'inherit'] },
);

const answers = new Map<unknown, (answer: string) => void>();
createInterface({ input: gateway.stdout }).on('line', (line) => {
  const { id } = JSON.parse(line) as { readonly id: unknown };
  answers.get(id)?.(line);
});

function ask(id: number, method: string, params: object = {}): Promise<string> {
  gateway.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  return new Promise((resolve) => answers.set(id, resolve));
}

const listed = await ask(1, 'tools/list');
assert.ok(listed.includes('write_note') && !listed.includes('drop_notes'));
assert.ok((await ask(2, 'tools/call', { name: 'read_note' })).includes('ran read_note'));
assert.ok((await ask(3, 'tools/call', { name: 'write_note' })).includes('"isError":true'));
assert.ok((await ask(4, 'tools/call', { name: 'drop_notes' })).includes('Unknown tool: drop_notes'));

gateway.stdin.end();
const code = await new Promise((resolve) => gateway.on('close', resolve));
assert.equal(code, 0);
rmSync(home, { recursive: true });
process.stdout.write('hidden, denied and run as the rules say\n');
