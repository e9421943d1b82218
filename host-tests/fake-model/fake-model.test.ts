import { afterEach, describe, expect, test } from 'vitest';
import { startFakeModel, type FakeModel } from './fake-model.ts';
import { play, stepAfter, type Script } from './script.ts';

const running: FakeModel[] = [];

async function start(script?: Script): Promise<FakeModel> {
  const model = await startFakeModel(script === undefined ? {} : { script });
  running.push(model);
  return model;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((model) => model.close()));
});

type Json = Readonly<Record<string, unknown>>;

/** The same conversation in each wire format. */
interface Dialect {
  readonly path: (stream: boolean) => string;
  readonly request: (stream: boolean, results: readonly Result[]) => Json;
  /** Calls and text of an answer that was not streamed. */
  readonly read: (answer: Json) => Received;
  /** The same, put together from the events of a stream. */
  readonly join: (events: readonly Json[]) => Received;
}

interface Result {
  readonly id: string;
  readonly text: string;
}

interface Received {
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly tool: string; readonly input: unknown }[];
}

const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((found, key) => (found as Readonly<Record<string | number, unknown>>)[key], value);
const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const dialects: Readonly<Record<string, Dialect>> = {
  anthropic: {
    path: () => '/v1/messages?beta=true',
    request: (stream, results) => ({
      model: 'm',
      stream,
      system: 'you are a test',
      tools: [{ name: 'shell', description: 'runs', input_schema: { type: 'object' } }],
      messages: [
        { role: 'user', content: 'do it' },
        ...results.map(({ id, text: content }) => ({
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: content }] }],
        })),
      ],
    }),
    read: (answer) => ({
      text: list(answer['content'])
        .map((block) => text(block['text']))
        .join(''),
      calls: list(answer['content'])
        .filter(({ type }) => type === 'tool_use')
        .map(({ id, name, input }) => ({ id: text(id), tool: text(name), input })),
    }),
    join: (events) => {
      const blocks = events.filter(({ type }) => type === 'content_block_start');
      const deltas = events.filter(({ type }) => type === 'content_block_delta');
      return {
        text: deltas.map((event) => text(at(event, 'delta', 'text'))).join(''),
        calls: blocks
          .filter((event) => at(event, 'content_block', 'type') === 'tool_use')
          .map((event) => ({
            id: text(at(event, 'content_block', 'id')),
            tool: text(at(event, 'content_block', 'name')),
            input: JSON.parse(
              deltas
                .filter(({ index }) => index === event['index'])
                .map((delta) => text(at(delta, 'delta', 'partial_json')))
                .join(''),
            ) as unknown,
          })),
      };
    },
  },
  'chat-completions': {
    path: () => '/v1/chat/completions',
    request: (stream, results) => ({
      model: 'm',
      stream,
      tools: [
        {
          type: 'function',
          function: { name: 'shell', description: 'runs', parameters: { type: 'object' } },
        },
      ],
      messages: [
        { role: 'system', content: 'you are a test' },
        { role: 'user', content: 'do it' },
        ...results.map(({ id, text: content }) => ({ role: 'tool', tool_call_id: id, content })),
      ],
    }),
    read: (answer) => chatCalls(at(answer, 'choices', 0, 'message') as Json),
    join: (events) => {
      const deltas = events.map((event) => at(event, 'choices', 0, 'delta') as Json);
      return {
        text: deltas.map(({ content }) => text(content)).join(''),
        calls: deltas.flatMap((delta) => chatCalls(delta).calls),
      };
    },
  },
  responses: {
    path: () => '/v1/responses',
    request: (stream, results) => ({
      model: 'm',
      stream,
      instructions: 'you are a test',
      tools: [{ type: 'function', name: 'shell', description: 'runs', parameters: { type: 'object' } }],
      input: [
        { role: 'user', content: 'do it' },
        ...results.map(({ id, text: output }) => ({ type: 'function_call_output', call_id: id, output })),
      ],
    }),
    read: responseCalls,
    join: (events) => responseCalls(at(events.at(-1), 'response') as Json),
  },
  gemini: {
    path: (stream) => `/v1beta/models/m:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    request: (_stream, results) => ({
      systemInstruction: { parts: [{ text: 'you are a test' }] },
      tools: [
        { functionDeclarations: [{ name: 'shell', description: 'runs', parameters: { type: 'object' } }] },
      ],
      contents: [
        { role: 'user', parts: [{ text: 'do it' }] },
        ...results.map(({ id, text: output }) => ({
          role: 'user',
          parts: [{ functionResponse: { id, name: 'shell', response: { output } } }],
        })),
      ],
    }),
    read: geminiCalls,
    join: (events) => geminiCalls(events[0] ?? {}),
  },
};

function chatCalls(message: Json): Received {
  return {
    text: text(message['content']),
    calls: list(message['tool_calls']).map((call) => ({
      id: text(call['id']),
      tool: text(at(call, 'function', 'name')),
      input: JSON.parse(text(at(call, 'function', 'arguments'))) as unknown,
    })),
  };
}

function responseCalls(response: Json): Received {
  const output = list(response['output']);
  return {
    text: output.flatMap((item) => list(item['content']).map((part) => text(part['text']))).join(''),
    calls: output
      .filter(({ type }) => type === 'function_call')
      .map((item) => ({
        id: text(item['call_id']),
        tool: text(item['name']),
        input: JSON.parse(text(item['arguments'])) as unknown,
      })),
  };
}

function geminiCalls(answer: Json): Received {
  const parts = list(at(answer, 'candidates', 0, 'content', 'parts'));
  return {
    text: parts.map((part) => text(part['text'])).join(''),
    calls: parts.flatMap((part) => {
      const call = part['functionCall'];
      return call === undefined
        ? []
        : [{ id: text(at(call, 'id')), tool: text(at(call, 'name')), input: at(call, 'args') }];
    }),
  };
}

async function ask(
  model: FakeModel,
  dialect: Dialect,
  how: { stream: boolean; results: readonly Result[] },
): Promise<Received> {
  const response = await fetch(model.url + dialect.path(how.stream), {
    method: 'POST',
    body: JSON.stringify(dialect.request(how.stream, how.results)),
  });
  const body = await response.text();
  if (response.headers.get('content-type') !== 'text/event-stream')
    return dialect.read(JSON.parse(body) as Json);
  const events = body
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)) as Json);
  return dialect.join(events);
}

const script: Script = [
  {
    calls: [
      { tool: 'shell', input: { command: 'a' } },
      { tool: 'shell', input: { command: 'b' } },
    ],
  },
  (turn) => ({ tool: 'shell', input: { command: turn.results.map((one) => one.text).join('+') } }),
];

describe.each(Object.entries(dialects))('%s', (name, dialect) => {
  test.each([false, true])(
    'plays parallel calls, then a computed one, then text (stream: %s)',
    async (stream) => {
      const model = await start(script);
      const first = await ask(model, dialect, { stream, results: [] });
      expect(first.calls.map(({ tool, input }) => ({ tool, input }))).toEqual([
        { tool: 'shell', input: { command: 'a' } },
        { tool: 'shell', input: { command: 'b' } },
      ]);
      const results = first.calls.map(({ id }, index) => ({ id, text: `r${index}` }));
      expect(new Set(results.map(({ id }) => id)).size).toBe(2);

      const second = await ask(model, dialect, { stream, results });
      expect(second.calls.map(({ tool }) => tool)).toEqual(['shell']);
      expect(JSON.stringify(second.calls[0]?.input)).toMatch(/r0.*r1/);

      const third = await ask(model, dialect, {
        stream,
        results: [...results, { id: second.calls[0]?.id ?? '', text: 'it ran' }],
      });
      expect(third.calls).toEqual([]);
      expect(third.text).toMatch(/^Done\. The last tool said: .*it ran/);

      expect(model.offered()).toEqual(['shell']);
      expect(model.received().at(-1)).toContain('it ran');
      expect(model.turns.map((turn) => [turn.wire, turn.stream])).toEqual(
        Array.from({ length: 3 }, () => [name, stream]),
      );
      expect(model.turns[0]?.prompt).toMatch(/you are a test[^]*do it/);
      expect(model.turns[0]?.tools).toEqual([
        { name: 'shell', description: 'runs', schema: { type: 'object' } },
      ]);
    },
  );
});

test('the same request gets the same step: a retry or a resumed run does not move the script', async () => {
  const model = await start(script);
  const dialect = dialects['anthropic'] as Dialect;
  const [once, again] = [
    await ask(model, dialect, { stream: false, results: [] }),
    await ask(model, dialect, { stream: false, results: [] }),
  ];
  expect(once.calls.map(({ input }) => input)).toEqual(again.calls.map(({ input }) => input));
  expect(once.calls[0]?.id).not.toBe(again.calls[0]?.id);
});

test('a call without tools gets plain text and is not part of the script', async () => {
  const model = await start(script);
  const response = await fetch(`${model.url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'a title please' }] }),
  });
  expect(at(await response.json(), 'choices', 0, 'message', 'content')).toBe('A title');
  expect(model.offered()).toEqual([]);
});

test('one function serves several conversations', async () => {
  const model = await start((turn) =>
    turn.prompt.includes('do it') ? play([{ tool: 'main' }], turn) : { text: 'somebody else' },
  );
  const received = await ask(model, dialects['responses'] as Dialect, { stream: true, results: [] });
  expect(received.calls.map(({ tool }) => tool)).toEqual(['main']);
});

test('a custom tool of the Responses API carries free text', async () => {
  const model = await start([{ tool: 'apply_patch', text: '*** Begin Patch' }]);
  const response = await fetch(`${model.url}/v1/responses`, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', input: 'do it', tools: [{ type: 'custom', name: 'apply_patch' }] }),
  });
  expect(at(await response.json(), 'output', 0)).toMatchObject({
    type: 'custom_tool_call',
    name: 'apply_patch',
    input: '*** Begin Patch',
  });
});

test('answers lookups, names strangers, refuses what is not JSON', async () => {
  const model = await start();
  expect((await fetch(`${model.url}/v1/models`)).status).toBe(200);
  expect((await fetch(`${model.url}/v1/messages/count_tokens`, { method: 'POST', body: '{}' })).status).toBe(
    200,
  );
  expect((await fetch(`${model.url}/v1/unseen-of`)).status).toBe(404);
  expect((await fetch(`${model.url}/v1/responses`, { method: 'POST', body: '{' })).status).toBe(400);
  expect(model.strangers).toEqual(['GET /v1/unseen-of']);
});

test('listens on loopback only', async () => {
  const model = await start();
  expect(new URL(model.url).hostname).toBe('127.0.0.1');
});

test.each([
  [[], 0],
  [
    [
      { id: 'call_1_s0_0', text: '' },
      { id: 'call_1_s0_1', text: '' },
    ],
    1,
  ],
  [
    [
      { id: 'call_1_s0_0', text: '' },
      { id: 'call_2_s1_0', text: '' },
    ],
    2,
  ],
  // Some hosts make up ids of their own.
  [[{ text: '' }, { id: 'x', text: '' }], 2],
])('results %j have reached step %i', (results, step) => {
  expect(stepAfter(results)).toBe(step);
});
