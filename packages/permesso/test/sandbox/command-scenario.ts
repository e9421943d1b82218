/** `permesso sandbox exec` as a program that others start, as one JSON object: run as an ordinary user by the test. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { saveCall } from '../../src/sandbox/call-record.ts';

const place = process.argv[2] ?? '';
const project = join(place, 'project');
const state = join(process.env['HOME'] ?? '', '.local/state/permesso/sandbox');
mkdirSync(project);
mkdirSync(state, { recursive: true, mode: 0o700 });
const profile = { writable: [project], readOnly: [], hidden: [], hosts: [], environment: ['PATH'] };
const file = join(place, 'profile.json');
writeFileSync(file, JSON.stringify(profile));

const line = [
  '--no-warnings',
  '--conditions=@permesso/source',
  join(import.meta.dirname, '../../src/cli/main.ts'),
  'sandbox',
];
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

const id = saveCall(state, { command: 'pwd; exit 6', cwd: project, profile });
const result = {
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
