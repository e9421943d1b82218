import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Case } from './cases.ts';
import { calledTools, gatewayArgsFor, newPlace, reached, type Place } from './gateway-process.ts';
import { fileServer, load } from './install.ts';
import { rawClient, type Json, type RawClient } from './raw-client.ts';
import { createGate } from '@permesso/gate';
import { guardClient } from '@permesso/gate/mcp';

/** Rules about files before the real server of files, which nobody has described: every call allowed but those files. */
export function fileRuleCases(folder: string): readonly Case[] {
  return [
    { name: 'file rules, server-filesystem, gateway', run: () => inPlace(folder, throughGateway) },
    { name: 'file rules, server-filesystem, guarded client', run: () => inPlace(folder, throughGuard) },
  ];
}

async function inPlace(folder: string, run: (folder: string, place: Place) => Promise<void>): Promise<void> {
  const place = newPlace();
  const { workspace } = place;
  writeFileSync(join(workspace, '.env'), 'SECRET=1\n');
  symlinkSync(join(workspace, '.env'), join(workspace, 'link'));
  try {
    await run(folder, place);
  } finally {
    place.remove();
  }
}

interface Attempt {
  readonly tool: string;
  readonly input: Json;
}

/** Every way that the server offers to read the file, in many spellings. */
function attempts(workspace: string): readonly Attempt[] {
  const spellings = [
    '.env',
    './.env',
    join(workspace, '.env'),
    `${workspace}//.env`,
    `${workspace}/sub/../.env`,
    join('..', workspace.slice(workspace.lastIndexOf('/') + 1), '.env'),
    ' .env ',
    'link',
    join(workspace, 'link'),
    pathToFileURL(join(workspace, '.env')).href,
  ];
  return [
    ...spellings.flatMap((path) =>
      ['read_text_file', 'read_file', 'read_media_file'].map((tool) => ({ tool, input: { path } })),
    ),
    { tool: 'read_text_file', input: { path: '.env', head: 1 } },
    { tool: 'read_multiple_files', input: { paths: ['a.txt', '.env'] } },
    { tool: 'read_multiple_files', input: { paths: [join(workspace, 'link')] } },
    {
      tool: 'edit_file',
      input: { path: '.env', edits: [{ oldText: 'SECRET', newText: 'X' }], dryRun: true },
    },
    { tool: 'move_file', input: { source: '.env', destination: 'b.txt' } },
  ];
}

async function throughGateway(folder: string, { workspace, log, env }: Place): Promise<void> {
  const shim = join(import.meta.dirname, 'record-shim.ts');
  const rules = [
    '--cwd',
    workspace,
    '--no-elicitation',
    '--wait',
    '1',
    '--allow',
    'mcp',
    '--deny',
    'Read(**/.env*)',
  ];
  const server = [shim, log, process.execPath, fileServer(folder), workspace];
  const client = rawClient(gatewayArgsFor('files', rules, server), env);
  await client.initialize();
  for (const { tool, input } of attempts(workspace)) {
    const text = await called(client, tool, input);
    assert.match(text, /Denied: .* Read\(\*\*\/\.env\*\)/u, `${tool} ${JSON.stringify(input)}: ${text}`);
    assert.match(text, /its argument `/u);
    assert.ok(!text.includes('SECRET'));
  }
  const uri = pathToFileURL(join(workspace, '.env')).href;
  const resource = JSON.stringify(await client.ask('resources/read', { uri }));
  assert.match(resource, /Denied: .* Read/u);
  // Nothing else became louder.
  assert.match(
    await called(client, 'read_text_file', { path: join(workspace, 'a.txt') }),
    /^the first file/u,
  );
  assert.match(await called(client, 'read_text_file', { path: 'a.txt' }), /^the first file/u);
  const write = { path: join(workspace, 'b.txt'), content: 'see .env and ~/.ssh/id_rsa' };
  assert.match(await called(client, 'write_file', write), /^Successfully wrote/u);
  assert.deepEqual(calledTools(log), ['read_text_file', 'read_text_file', 'write_file']);
  assert.ok(!reached(log).some((piece) => piece.includes('resources/read')));
  client.child.kill();
  await client.over;
}

async function called(client: RawClient, name: string, input: Json): Promise<string> {
  const answer = await client.ask('tools/call', { name, arguments: input });
  const result = (answer['result'] ?? {}) as { readonly content?: readonly { readonly text?: string }[] };
  return result.content?.[0]?.text ?? JSON.stringify(answer);
}

interface Client {
  connect: (transport: never) => Promise<void>;
  callTool: (call: Json) => Promise<{ readonly content?: readonly { readonly text?: string }[] }>;
  close: () => Promise<void>;
}

type Make<T> = new (...args: readonly unknown[]) => T;

async function throughGuard(folder: string, { workspace, env }: Place): Promise<void> {
  const { Client } = await load<{ Client: Make<Client> }>(folder, 'sdk/dist/esm/client/index.js');
  const stdio = await load<{ StdioClientTransport: Make<unknown> }>(folder, 'sdk/dist/esm/client/stdio.js');
  const gate = createGate({ policy: { allow: ['mcp'], deny: ['Read(**/.env*)'] } });
  const client = guardClient(new Client({ name: 'tests', version: '0' }), {
    gate,
    server: 'files',
    cwd: workspace,
  });
  const transport = new stdio.StdioClientTransport({
    command: process.execPath,
    args: [fileServer(folder), workspace],
    cwd: workspace,
    env,
  });
  await client.connect(transport as never);
  for (const { tool, input } of attempts(workspace)) {
    const { content } = await client.callTool({ name: tool, arguments: input });
    assert.match(content?.[0]?.text ?? '', /Denied: .* Read/u, `${tool} ${JSON.stringify(input)}`);
  }
  const { content } = await client.callTool({
    name: 'read_text_file',
    arguments: { path: join(workspace, 'a.txt') },
  });
  assert.match(content?.[0]?.text ?? '', /^the first file/u);
  await client.close();
}
