import { definedFields } from '@permesso/engine/call';
import {
  offered,
  plainText,
  recordsOf,
  textOrEmpty,
  type ModelAnswer,
  type Json,
  type ServerEvent,
  type Wire,
} from './wire.ts';
import type { OfferedTool } from './script.ts';

/** OpenAI Responses: `POST /v1/responses`. */
export const responses: Wire = {
  name: 'responses',
  answers: (path) => /\/responses(?:\?|$)/.test(path),
  read: (body) => {
    const items = recordsOf(body['input']);
    return {
      model: textOrEmpty(body['model']),
      stream: body['stream'] === true,
      tools: recordsOf(body['tools']).flatMap(toolsOf),
      results: items
        .filter(({ type }) => textOrEmpty(type).endsWith('_call_output'))
        .map((item) => ({ id: textOrEmpty(item['call_id']), text: plainText(item['output']) })),
      prompt: [
        plainText(body['instructions']),
        typeof body['input'] === 'string' ? body['input'] : '',
        ...items.filter(({ role }) => typeof role === 'string').map(({ content }) => plainText(content)),
      ].join('\n'),
    };
  },
  write: (answer) => {
    const response = responseOf(answer);
    return answer.turn.stream ? { events: eventsOf(response) } : { json: response };
  },
};

/** Tools that the API runs itself have a type and no name. */
function toolsOf(tool: Json): readonly OfferedTool[] {
  if (tool['type'] === 'namespace') return recordsOf(tool['tools']).flatMap(toolsOf);
  return [
    offered(tool['name'] ?? tool['type'], { description: tool['description'], schema: tool['parameters'] }),
  ];
}

interface Response {
  readonly output: readonly Item[];
  readonly [field: string]: unknown;
}

type Item = { readonly type: string; readonly id: string; readonly [field: string]: unknown };

function responseOf({ reply, calls, turn, id }: ModelAnswer): Response {
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: 1_700_000_000,
    status: 'completed',
    model: turn.model,
    output: [
      ...(reply.text === undefined ? [] : [messageItem(reply.text, id)]),
      ...calls.map((call) => ({
        ...(call.text === undefined
          ? { type: 'function_call', arguments: JSON.stringify(call.input ?? {}) }
          : { type: 'custom_tool_call', input: call.text }),
        id: `item_${call.id}`,
        call_id: call.id,
        name: call.tool,
        ...definedFields({ namespace: call.namespace }),
        status: 'completed',
      })),
    ],
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    },
  };
}

function messageItem(text: string, id: string): Item {
  return {
    type: 'message',
    id: `item_${id}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  };
}

function eventsOf(response: Response): readonly ServerEvent[] {
  const events: ServerEvent[] = [];
  const emit = (type: string, fields: Json): void => {
    events.push({ event: type, data: JSON.stringify({ type, sequence_number: events.length, ...fields }) });
  };
  emit('response.created', { response: { ...response, status: 'in_progress', output: [] } });
  for (const [index, item] of response.output.entries()) {
    const place = { item_id: item.id, output_index: index };
    emit('response.output_item.added', { output_index: index, item: begun(item) });
    if (item.type === 'function_call') {
      emit('response.function_call_arguments.delta', { ...place, delta: item['arguments'] });
      emit('response.function_call_arguments.done', { ...place, arguments: item['arguments'] });
    }
    for (const part of recordsOf(item['content'])) {
      const where = { ...place, content_index: 0 };
      emit('response.content_part.added', { ...where, part: { ...part, text: '' } });
      emit('response.output_text.delta', { ...where, delta: part['text'] });
      emit('response.output_text.done', { ...where, text: part['text'] });
      emit('response.content_part.done', { ...where, part });
    }
    emit('response.output_item.done', { output_index: index, item });
  }
  emit('response.completed', { response });
  return events;
}

function begun(item: Item): Item {
  const emptied =
    item.type === 'message' ? { content: [] } : item.type === 'function_call' ? { arguments: '' } : {};
  return { ...item, ...emptied, status: 'in_progress' };
}
