import { expect, test } from 'vitest';
import { nameProblem, readServers, ServersError } from './read-servers.ts';

const env = { TOKEN: 's3cret', HOME: '/home/dev' };
const read = (servers: unknown): unknown =>
  Object.fromEntries(readServers(JSON.stringify({ mcpServers: servers }), { file: '.mcp.json', env }));

test('the usual shapes', () => {
  const servers = {
    files: { command: 'npx', args: ['-y', 'x', '${HOME}/w'], env: { A: '${env:TOKEN}', B: '${NO:-b}' } },
    wiki: { type: 'http', url: 'https://wiki.example/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } },
    off: { command: 'x', disabled: true },
  };
  expect(read(servers)).toEqual({
    files: { by: 'process', command: 'npx', args: ['-y', 'x', '/home/dev/w'], env: { A: 's3cret', B: 'b' } },
    wiki: {
      by: 'address',
      url: new URL('https://wiki.example/mcp'),
      headers: { Authorization: 'Bearer s3cret' },
    },
  });
});

test.each([
  [{ a: 1 }, '.mcp.json: mcpServers.a is not an object'],
  [{ a: {} }, 'needs either `command` or `url`'],
  [{ a: { command: 'x', url: 'http://x' } }, 'needs either'],
  [{ a: { url: 'file:///etc/passwd' } }, 'not an http or https URL'],
  [{ a: { type: 'sse', url: 'http://x/sse' } }, 'SSE'],
  [{ a: { command: 'x', args: [1] } }, 'mcpServers.a.args is not a list of texts'],
  [{ a: { command: 'x', env: { K: '${UNSET}' } } }, 'mcpServers.a.env.K: the variable UNSET is not set'],
  [{ a__b: { command: 'x' } }, 'named by letters'],
  [{}, 'names no server'],
  [[], 'has no `mcpServers`'],
])('%j is refused with the place: %s', (servers, message) => {
  expect(() => read(servers)).toThrow(ServersError);
  expect(() => read(servers)).toThrow(message);
});

test.each(['a__b', '__proto__', 'a_', '_a', '', 'a b', 'a/b', 'a*'])('%j has two readings', (name) => {
  expect(nameProblem(name)).toBeTypeOf('string');
});
