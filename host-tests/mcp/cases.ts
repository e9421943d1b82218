import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { firstGeneration, secondGeneration, type OpenClient, type Way } from './clients.ts';
import {
  calledTools,
  gatewayArgs,
  gatewayArgsForUrl,
  listening,
  newPlace,
  type Place,
} from './gateway-process.ts';
import { fileServer } from './install.ts';

export interface Case {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** The real server of files, by each official client, on each front: what is hidden, denied, asked about and allowed. */
export async function fileCases(folder: string): Promise<readonly Case[]> {
  const clients: readonly (readonly [string, OpenClient])[] = [
    ['client 1.32', await firstGeneration(folder)],
    ['client 2.4', await secondGeneration(folder, { stateless: false })],
    ['client 2.4, negotiating', await secondGeneration(folder, { stateless: true })],
  ];
  return clients.flatMap(([name, open]) =>
    (['stdio', 'http'] as const).map((by) => ({
      name: `server-filesystem, ${name}, ${by}`,
      run: () =>
        inPlace((place) =>
          withFront(place, { by, args: gatewayArgs(place, [fileServer(folder), place.workspace]) }, (way) =>
            checkFiles(place, way, open),
          ),
        ),
    })),
  );
}

/** The same with a server of the stateless revision, as a process and at an address. */
export async function statelessCases(folder: string): Promise<readonly Case[]> {
  const open = await secondGeneration(folder, { stateless: true });
  const server = join(import.meta.dirname, 'notes-server.ts');
  return (['stdio', 'http'] as const).flatMap((by) => [
    {
      name: `stateless server on stdio, client 2.4, ${by}`,
      run: () =>
        inPlace((place) =>
          withFront(place, { by, args: gatewayArgs(place, [server, folder]) }, (way) =>
            checkStateless(way, { open, log: place.log }),
          ),
        ),
    },
    {
      name: `stateless server at an address, client 2.4, ${by}`,
      run: () =>
        inPlace(async (place) => {
          const notes = spawn(process.execPath, [server, folder, '--http'], {
            stdio: ['ignore', 'pipe', 'inherit'],
          });
          try {
            const port = await new Promise<string>((resolve) =>
              notes.stdout.once('data', (bytes: Buffer) => resolve(String(bytes).trim())),
            );
            const args = gatewayArgsForUrl(place, `http://127.0.0.1:${port}/`);
            await withFront(place, { by, args }, (way) => checkStateless(way, { open }));
          } finally {
            notes.kill();
          }
        }),
    },
  ]);
}

async function inPlace(run: (place: Place) => Promise<void>): Promise<void> {
  const place = newPlace();
  try {
    await run(place);
  } finally {
    place.remove();
  }
}

/** Starts a gateway with an HTTP front where the client needs one; a client on stdio starts its own. */
async function withFront(
  place: Place,
  { by, args }: { readonly by: Way['by']; readonly args: readonly string[] },
  run: (way: Way) => Promise<void>,
): Promise<void> {
  if (by === 'stdio') return await run({ by, args, env: place.env });
  const [script = '', command = '', ...rest] = args;
  const front = await listening([script, command, '--listen', '127.0.0.1:0', ...rest], place);
  try {
    await run({ by, url: front.url });
  } finally {
    front.child.kill();
  }
}

async function checkFiles({ workspace, log }: Place, way: Way, open: OpenClient): Promise<void> {
  const target = join(workspace, 'new.txt');
  const write = { path: target, content: 'x' };
  const mute = await open(way);
  const tools = await mute.list();
  assert.ok(
    tools.includes('read_text_file') && tools.includes('write_file') && tools.length >= 13,
    tools.join(),
  );
  assert.ok(!tools.includes('move_file'), 'a hidden tool is listed');
  assert.match(await mute.call('read_text_file', { path: join(workspace, 'a.txt') }), /^the first file/);
  assert.match(
    await mute.call('move_file', { source: join(workspace, 'a.txt'), destination: target }),
    /^error -32602: .*Unknown tool/,
  );
  const edits = [{ oldText: 'first', newText: 'last' }];
  assert.match(
    await mute.call('edit_file', { path: join(workspace, 'a.txt'), edits }),
    /^refused: .*Edit nothing here/,
  );
  await mute.close();
  assert.deepEqual(new Set(calledTools(log)), new Set(['read_text_file']));

  const questions: string[] = [];
  const no = await open(way, { decision: 'Deny', asked: (message) => questions.push(message) });
  assert.match(await no.call('write_file', write), /^refused: /);
  await no.close();
  assert.ok(!existsSync(target), 'a denied call has written a file');
  const yes = await open(way, { decision: 'Allow once', asked: (message) => questions.push(message) });
  assert.match(await yes.call('write_file', write), /^Successfully wrote/);
  await yes.close();
  assert.equal(questions.length, 2);
  assert.ok(
    questions.every((message) => message.includes('write_file on files') && message.includes('new.txt')),
  );
  assert.ok(existsSync(target));
  assert.deepEqual(
    calledTools(log).filter((name) => name !== 'read_text_file'),
    ['write_file'],
  );
}

async function checkStateless(
  way: Way,
  { open, log }: { readonly open: OpenClient; readonly log?: string },
): Promise<void> {
  const questions: string[] = [];
  const asked = (message: string): void => void questions.push(message);
  for (const [decision, expected] of [
    ['Allow once', /^did write_file/],
    ['Deny', /^refused: /],
  ] as const) {
    const client = await open(way, { decision, asked });
    assert.deepEqual(await client.list(), ['write_file', 'edit_file', 'ping_tool']);
    assert.match(await client.call('ping_tool', {}), /^did ping_tool/);
    assert.match(await client.call('edit_file', { path: '/x' }), /^refused: .*Edit nothing here/);
    assert.match(await client.call('move_file', {}), /^error -32602/);
    assert.match(await client.call('write_file', { path: 'x' }), expected);
    await client.close();
  }
  assert.equal(questions.length, 2);
  if (log !== undefined) assert.deepEqual(new Set(calledTools(log)), new Set(['ping_tool', 'write_file']));
  if (log !== undefined) assert.equal(calledTools(log).filter((name) => name === 'write_file').length, 1);
}
