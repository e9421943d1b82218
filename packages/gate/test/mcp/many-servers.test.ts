import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/mcp/protocol/message.ts';
import { fakeServer, tools, type FakeServer } from './fake-server.ts';
import { openHere, textOf, type Here } from './open-here.ts';

function open(): Here & { readonly files: FakeServer; readonly wiki: FakeServer } {
  const files = fakeServer(({ method, params }) => {
    if (method === 'resources/list')
      return { result: { resources: [{ uri: 'file:///a' }, { uri: 'x:both' }] } };
    if (method === 'resources/templates/list')
      return { result: { resourceTemplates: [{ uriTemplate: 'log://{day}' }] } };
    if (method === 'tools/list' && (params as JsonObject)['cursor'] === undefined)
      return { result: { tools: tools.slice(0, 1), nextCursor: 'page 2' } };
    if (method === 'tools/list') return { result: { tools: tools.slice(1) } };
    return method === 'resources/read' ? { result: { contents: [{ text: 'of files' }] } } : undefined;
  });
  const wiki = fakeServer(({ method }) => {
    if (method === 'tools/list') return { result: { tools: [{ name: 'search' }, { name: 'secret__x' }] } };
    if (method === 'initialize')
      return {
        result: {
          protocolVersion: '2025-03-26',
          capabilities: { prompts: {}, tools: { listChanged: true } },
          instructions: 'Search first.',
        },
      };
    if (method === 'resources/list') return { result: { resources: [{ uri: 'x:both' }, { uri: 'wiki:1' }] } };
    if (method === 'prompts/list') return { result: { prompts: [{ name: 'p' }] } };
    return method === 'logging/setLevel' ? { error: { code: -32_601, message: 'no' } } : undefined;
  });
  const policy = {
    allow: ['mcp__files__read_file', 'mcp__wiki__*', 'mcp__files__resources/read'],
    deny: ['mcp__files__drop', 'mcp__wiki__secret__x', 'mcp__wiki__resources/read'],
  };
  return { ...openHere({ servers: { files, wiki }, many: true, policy }), files, wiki };
}

describe('several servers behind one front', () => {
  test('open together: the oldest revision, all that any can do', async () => {
    expect(await open().initialize()).toMatchObject({
      result: {
        protocolVersion: '2025-03-26',
        capabilities: { prompts: {}, tools: { listChanged: true } },
        instructions: 'wiki: Search first.',
        serverInfo: { name: 'permesso' },
      },
    });
  });

  test('list under their names, page by page, without what is hidden', async () => {
    const { ask } = open();
    const first = (await ask('tools/list'))['result'] as JsonObject;
    expect((first['tools'] as { name: string }[]).map(({ name }) => name)).toEqual([
      'files__read_file',
      'wiki__search',
    ]);
    const second = (await ask('tools/list', { cursor: first['nextCursor'] }))['result'] as JsonObject;
    expect((second['tools'] as { name: string }[]).map(({ name }) => name)).toEqual(['files__write_file']);
    expect(second).not.toHaveProperty('nextCursor');
  });

  test('are called by their names, each under its own rules', async () => {
    const { ask, files, wiki } = open();
    expect(textOf(await ask('tools/call', { name: 'wiki__search', arguments: {} }))).toBe('done');
    expect(textOf(await ask('tools/call', { name: 'files__read_file', arguments: {} }))).toBe('done');
    expect(files.called()).toEqual(['read_file']);
    expect(wiki.called()).toEqual(['search']);
    for (const name of [
      'files__drop',
      'wiki__secret__x',
      'read_file',
      '__read_file',
      'nobody__x',
      'files_read_file',
      'wiki__files__read_file2',
      'constructor__x',
    ])
      expect(JSON.stringify(await ask('tools/call', { name }))).toMatch(/-32602|done/);
    expect(files.called()).toEqual(['read_file']);
    expect(wiki.called()).toEqual(['search', 'files__read_file2']);
  });

  test('a resource is read where it was listed first, under the rules of that server', async () => {
    const { ask, files, wiki } = open();
    expect(await ask('resources/read', { uri: 'file:///a' })).toMatchObject({ error: { code: -32_602 } });
    await ask('resources/list');
    await ask('resources/templates/list');
    for (const uri of ['file:///a', 'x:both', 'log://today'])
      expect(await ask('resources/read', { uri })).toMatchObject({
        result: { contents: [{ text: 'of files' }] },
      });
    expect(await ask('resources/read', { uri: 'wiki:1' })).toMatchObject({ error: { code: -32_000 } });
    expect(files.methods().filter((method) => method === 'resources/read')).toHaveLength(3);
    expect(wiki.methods()).not.toContain('resources/read');
  });

  test('what one does not know another answers; what nobody could be meant by is not a method', async () => {
    const { ask } = open();
    expect(await ask('logging/setLevel', { level: 'debug' })).toMatchObject({ result: {} });
    expect(await ask('prompts/list')).toMatchObject({ result: { prompts: [{ name: 'wiki__p' }] } });
    expect(await ask('vendor/x')).toMatchObject({ error: { code: -32_601 } });
  });

  test('one that dies takes nobody with it', async () => {
    const { ask, files, wiki } = open();
    await ask('initialize');
    wiki.dies();
    expect(textOf(await ask('tools/call', { name: 'files__read_file' }))).toBe('done');
    expect(textOf(await ask('tools/call', { name: 'wiki__search' }))).toBe('done');
    expect([files.starts(), wiki.starts()]).toEqual([1, 2]);
  });

  test('questions of two servers do not mix', async () => {
    const { files, wiki, got, write } = open();
    write('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    for (const server of [files, wiki]) server.says({ jsonrpc: '2.0', id: 1, method: 'roots/list' });
    const [first, second] = got.filter(({ method }) => method === 'roots/list');
    expect(first?.['id']).not.toBe(second?.['id']);
    write(JSON.stringify({ jsonrpc: '2.0', id: second?.['id'], result: { roots: ['of wiki'] } }));
    expect(wiki.received.at(-1)).toBe('{"jsonrpc":"2.0","id":1,"result":{"roots":["of wiki"]}}');
    expect(files.received.at(-1)).not.toContain('of wiki');
  });
});
