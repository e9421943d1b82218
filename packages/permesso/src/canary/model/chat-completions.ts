import {
  offered,
  plainText,
  recordOf,
  recordsOf,
  textOrEmpty,
  type ModelAnswer,
  type ServerEvent,
  type Wire,
} from './wire.ts';

/** OpenAI Chat Completions: `POST /v1/chat/completions`. */
export const chatCompletions: Wire = {
  name: 'chat-completions',
  answers: (path) => /\/chat\/completions(?:\?|$)/.test(path),
  read: (body) => {
    const messages = recordsOf(body['messages']);
    return {
      model: textOrEmpty(body['model']),
      stream: body['stream'] === true,
      tools: recordsOf(body['tools']).map((tool) => {
        const named = recordOf(tool['function'] ?? tool['custom'] ?? tool);
        return offered(named['name'], { description: named['description'], schema: named['parameters'] });
      }),
      results: messages
        .filter(({ role }) => role === 'tool')
        .map((message) => ({
          id: textOrEmpty(message['tool_call_id']),
          text: plainText(message['content']),
        })),
      prompt: messages
        .filter(({ role }) => role === 'system' || role === 'developer' || role === 'user')
        .map(({ content }) => plainText(content))
        .join('\n'),
    };
  },
  write: (answer) => (answer.turn.stream ? { events: chunksOf(answer) } : { json: completionOf(answer) }),
};

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

function completionOf(answer: ModelAnswer): unknown {
  const toolCalls = toolCallsOf(answer);
  return {
    ...headOf(answer),
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.reply.text ?? null,
          ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
        },
        finish_reason: finishOf(answer),
      },
    ],
    usage,
  };
}

function chunksOf(answer: ModelAnswer): readonly ServerEvent[] {
  const chunk = (delta: unknown, finish: string | null = null): ServerEvent => ({
    data: JSON.stringify({
      ...headOf(answer),
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finish }],
      ...(finish === null ? {} : { usage }),
    }),
  });
  return [
    chunk({ role: 'assistant', content: '' }),
    ...(answer.reply.text === undefined ? [] : [chunk({ content: answer.reply.text })]),
    ...toolCallsOf(answer).map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
    chunk({}, finishOf(answer)),
    { data: '[DONE]' },
  ];
}

function headOf({ id, turn }: ModelAnswer): Readonly<Record<string, unknown>> {
  return { id: `chatcmpl-${id}`, created: 1_700_000_000, model: turn.model };
}

function toolCallsOf({ calls }: ModelAnswer): readonly Readonly<Record<string, unknown>>[] {
  return calls.map(({ id, tool, input = {} }) => ({
    id,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(input) },
  }));
}

function finishOf({ calls }: ModelAnswer): string {
  return calls.length > 0 ? 'tool_calls' : 'stop';
}
