/** `permesso sandbox exec` as a program that others start, as one JSON object: run as an ordinary user by the test. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { saveCall } from '@permesso/gate/sandbox-calls';
import { builtCommandLine } from '../built.ts';

const place = process.argv[2] ?? '';
const project = join(place, 'project');
const state = join(process.env['HOME'] ?? '', '.local/state/permesso/sandbox');
mkdirSync(project);
mkdirSync(state, { recursive: true, mode: 0o700 });
const profile = { writable: [project], readOnly: [], hidden: [], hosts: [], environment: ['PATH'] };
const file = join(place, 'profile.json');
writeFileSync(file, JSON.stringify(profile));

const line = ['--no-warnings', builtCommandLine, 'sandbox'];
const withProfile = ['exec', '--profile', file, '--cwd', project];

function ran(...args: readonly string[]): readonly [number | null, string, string] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...line, ...args], {
    encoding: 'utf8',
    input: 'in',
  });
  return [status, stdout.replaceAll(place, ''), stderr.split('\n')[0]?.replaceAll(place, '') ?? ''];
}

/** Talks with a program inside as a gateway talks with its server, then ends it. */
async function talk(script: string): Promise<readonly [string, number | null]> {
  const child = spawn(process.execPath, [...line, ...withProfile, '--', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const closed = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  child.stdin.write('hello\n');
  const said = await new Promise<string>((resolve) => {
    child.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString('utf8')));
  });
  child.kill('SIGTERM');
  return [said, await closed];
}

/** The server behind the MCP gateway, started in the sandbox: what it lists, and what it could write. */
async function throughGateway(): Promise<readonly [string, boolean, boolean]> {
  const [own = ''] = line;
  const log = join(project, 'server.log');
  // Its log goes into the project; beside it, where it may not write, a second one is tried.
  const server = `echo x > ../escaped; ${process.execPath} ${own} ${join(import.meta.dirname, '../../../gate/test/mcp/tiny-server.ts')} ${log}`;
  const inside = [process.execPath, ...line, ...withProfile, '--', server];
  const child = spawn(
    process.execPath,
    [own, builtCommandLine, 'mcp', '--name', 'tiny', '--cwd', project, '--', ...inside],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  );
  const requests = [
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ];
  for (const request of requests) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`);
  let said = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (bytes: Buffer) => {
      said += bytes.toString('utf8');
      if (said.includes('"id":2')) resolve();
    });
    child.once('close', () => resolve());
  });
  const closed = new Promise((resolve) => {
    child.once('close', resolve);
  });
  child.stdin.end();
  await closed;
  const listed = [...said.matchAll(/"name":"(\w+_notes?)"/g)].map(([, name]) => name).join(' ');
  return [listed, existsSync(log), existsSync(join(place, 'escaped'))];
}

const id = saveCall(state, { command: 'pwd; exit 6', cwd: project, profile });
const result = {
  gateway: await throughGateway(),
  status: ran('status')[0],
  exit: ran(...withProfile, '--', 'cat; echo x > /etc/x; exit 5'),
  words: ran(...withProfile, '--json', '--', 'printf', '%s|', "it's", '$HOME'),
  byId: ran('exec', '--id', id),
  byIdAgain: ran('exec', '--id', id),
  idAndCommand: ran('exec', '--id', id, '--', 'true')[0],
  noProfile: ran('exec', '--', 'true')[0],
  refused: ran('exec', '--profile', file, '--cwd', join(place, 'nowhere'), '--json', '--', 'true').slice(
    0,
    1,
  ),
  term: await talk('while read -r line; do echo "said $line"; done; sleep 60'),
  // A command that calls its end a success.
  termIsNoSuccess: await talk(
    'trap "exit 0" TERM; read -r line; echo "said $line"; while :; do sleep 0.05; done',
  ),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
