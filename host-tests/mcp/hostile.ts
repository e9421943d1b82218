/** Random numbers that are the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Random = () => number;

/** Messages to begin with: calls that are denied, hidden, allowed or asked about, and all kinds of other requests. */
export function seeds(path: string): readonly string[] {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  };
  const call = (name: string, more: object = {}): object => ({
    jsonrpc: '2.0',
    id: 7,
    method: 'tools/call',
    params: {
      name,
      arguments: { path, content: 'x', edits: [], source: path, destination: `${path}2` },
      ...more,
    },
  });
  return [
    ...[
      'write_file',
      'edit_file',
      'move_file',
      'create_directory',
      'list_directory',
      'WRITE_FILE',
      'write-file',
    ].map((name) => call(name)),
    call('write_file', { _meta: meta }),
    call('write_file', {
      _meta: meta,
      requestState: 'permesso.e30.AA',
      inputResponses: { permission: { action: 'accept', content: { decision: 'Allow once' } } },
    }),
    call('write_file', { task: { ttl: 1 }, _meta: { progressToken: 7 } }),
    { jsonrpc: '2.0', id: 'permesso:1', result: { action: 'accept', content: { decision: 'Allow once' } } },
    { jsonrpc: '2.0', method: 'tools/call', params: { name: 'write_file' } },
    { jsonrpc: '2.0', id: 8, method: 'tools/list', params: { cursor: 'x' } },
    { jsonrpc: '2.0', id: 9, method: 'resources/read', params: { uri: `file://${path}` } },
    { jsonrpc: '2.0', id: 10, method: 'prompts/get', params: { name: 'p' } },
    { jsonrpc: '2.0', id: 11, method: 'vendor/act', params: { name: 'write_file' } },
    {
      jsonrpc: '2.0',
      id: 12,
      method: 'completion/complete',
      params: { ref: { type: 'ref/prompt', name: 'p' } },
    },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } },
    { jsonrpc: '2.0', id: null, method: 'ping' },
  ].map((value) => JSON.stringify(value));
}

/** Ways to make a message mean two things, or nothing. */
const changes: readonly ((text: string, random: Random) => string)[] = [
  (text) => text,
  (text, random) => text.slice(0, Math.floor(random() * text.length)),
  (text, random) => `${text}${' '.repeat(Math.floor(random() * 3))}${text}`,
  (text, random) => `[${[text, text].slice(0, 1 + Math.floor(random() * 2)).join(',')}]`,
  (text) => text.replace('"method"', '"method":"ping","method"'),
  (text) => text.replace(/"method":("[^"]*")/, '"method":$1,"method":"ping"'),
  (text) => text.replace('"method"', '"METHOD"'),
  (text) => text.replace(/"method":("[^"]*")/, '"method":"ping","Method":$1'),
  (text) => text.replace('"name"', '"name":"list_directory","name"'),
  (text) => text.replace(/"name":("[^"]*")/, '"name":"list_directory","NAME":$1'),
  (text) => text.replace('"params"', '"params":{"name":"list_directory","arguments":{}},"params"'),
  (text) => text.replace('"params"', '"param\u017f"'),
  (text) => text.replace('"method"', '"\\u006dethod"'),
  (text) => text.replace('write_file', 'write\\u005ffile'),
  (text) => text.replace('write_file', 'write_file\\u0000'),
  (text) => text.replace('write_file', 'list_directory","name":"write_file'),
  (text) => text.replace('"arguments"', '"__proto__":{"name":"write_file"},"arguments"'),
  (text) => text.replace('{"jsonrpc"', '{"__proto__":{"method":"tools/call"},"jsonrpc"'),
  (text) => text.replace(/"id":[^,]+/, '"id":{"a":[1]}'),
  (text) => text.replace(/"id":[^,]+/, '"id":12345678901234567890'),
  (text) => text.replace(/"id":[^,]+/, '"id":1e999'),
  (text) => text.replace(/"id":[^,]+,/, ''),
  (text, random) =>
    text.replace('"arguments":', `"deep":${'['.repeat(Math.floor(random() * 5000))}1,"arguments":`),
  (text, random) =>
    text.replace(
      '"arguments":{',
      `"arguments":{"deep":${'[{"a":'.repeat(150)}1${'}]'.repeat(150)},"n":${random()},`,
    ),
  (text) => text.replace('"x"', JSON.stringify('y'.repeat(100_000))),
  (text) =>
    text.replace('"x"', '"\u2028{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"tools/call\\"}\u2028"'),
  (text) =>
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"t":"\u2028${text.replaceAll('"', '\\"')}\u2028"}}`,
  (text) => `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1,\r${text.slice(1)}}`,
  (text) => text.replaceAll(',', ',\r'),
  (text) => `\ufeff${text}`,
  (text) => `${text}\u0000`,
  (text) => `Content-Length: ${text.length}\r\n\r\n${text}`,
  (text) => text.replace('"2.0"', '2.0'),
  (text) => text.replace('tools/call', 'tools\\/call'),
  (text) => text.replace('tools/call', 'Tools/Call'),
  (text) => text.replace('tools/call', ' tools/call'),
  (text) => text.replace('"jsonrpc":"2.0"', '"jsonrpc":"2.0","result":{}'),
];

export function hostileBytes(kinds: readonly string[], random: Random): Buffer {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  let text = pick(kinds);
  for (let turns = 1 + Math.floor(random() * 2); turns > 0; turns--) text = pick(changes)(text, random);
  const bytes = Buffer.from(text);
  // Some bytes are changed at random; a few become no UTF-8 at all.
  if (random() < 0.4)
    for (let turns = 1 + Math.floor(random() * 4); turns > 0; turns--)
      bytes[Math.floor(random() * bytes.length)] = random() < 0.2 ? 0xff : Math.floor(random() * 256);
  // A newline ends the message for everybody.
  return Buffer.from(bytes.map((byte) => (byte === 10 ? 32 : byte)));
}
