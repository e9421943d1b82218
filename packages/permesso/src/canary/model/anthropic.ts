import {
  offered,
  plainText,
  recordsOf,
  textOrEmpty,
  type ModelAnswer,
  type ServerEvent,
  type Wire,
} from './wire.ts';
import { isRecord } from '@permesso/engine/call';

/** Anthropic Messages: `POST /v1/messages`. */
export const anthropic: Wire = {
  name: 'anthropic',
  answers: (path) => /\/messages(?:\?|$)/.test(path),
  read: (body) => {
    const messages = recordsOf(body['messages']);
    return {
      model: textOrEmpty(body['model']),
      stream: body['stream'] === true,
      tools: recordsOf(body['tools']).map((tool) =>
        offered(tool['name'], { description: tool['description'], schema: tool['input_schema'] }),
      ),
      results: messages
        .flatMap(({ content }) => recordsOf(content))
        .filter(({ type }) => type === 'tool_result')
        .map((block) => ({ id: textOrEmpty(block['tool_use_id']), text: plainText(block['content']) })),
      prompt: [
        plainText(body['system']),
        ...messages.filter(({ role }) => role === 'user').map(({ content }) => plainText(content)),
      ].join('\n'),
    };
  },
  write: (answer) => {
    const message = anthropicMessage(answer);
    return answer.turn.stream ? { events: eventsOf(message) } : { json: message };
  },
};

type Block = { readonly type: string; readonly [field: string]: unknown };

interface Message {
  readonly content: readonly Block[];
  readonly stop_reason: string;
  readonly [field: string]: unknown;
}

function anthropicMessage({ reply, calls, turn, id }: ModelAnswer): Message {
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: turn.model,
    content: [
      ...(reply.text === undefined ? [] : [{ type: 'text', text: reply.text }]),
      ...calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.tool, input: call.input ?? {} })),
    ],
    stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  };
}

function eventsOf(message: Message): readonly ServerEvent[] {
  const blocks = message.content.flatMap((block, index) => [
    eventOf('content_block_start', { index, content_block: emptied(block) }),
    eventOf('content_block_delta', { index, delta: deltaOf(block) }),
    eventOf('content_block_stop', { index }),
  ]);
  return [
    eventOf('message_start', { message: { ...message, content: [], stop_reason: null } }),
    ...blocks,
    eventOf('message_delta', {
      delta: { stop_reason: message.stop_reason, stop_sequence: null },
      usage: { output_tokens: 5 },
    }),
    eventOf('message_stop', {}),
  ];
}

function emptied(block: Block): Block {
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} };
}

function deltaOf(block: Block): Block {
  if (block.type === 'text') return { type: 'text_delta', text: block['text'] };
  const input = block['input'];
  return { type: 'input_json_delta', partial_json: JSON.stringify(isRecord(input) ? input : {}) };
}

function eventOf(type: string, fields: Readonly<Record<string, unknown>>): ServerEvent {
  return { event: type, data: JSON.stringify({ type, ...fields }) };
}
