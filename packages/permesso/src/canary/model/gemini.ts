import { offered, plainText, recordOf, recordsOf, textOrEmpty, type Wire } from './wire.ts';

/** Gemini: `POST /v1beta/models/M:generateContent` and `:streamGenerateContent`. */
export const gemini: Wire = {
  name: 'gemini',
  answers: (path) => /:(?:streamG|g)enerateContent(?:\?|$)/.test(path),
  read: (body, path) => {
    const parts = recordsOf(body['contents']).flatMap((content) => recordsOf(content['parts']));
    return {
      model: /models\/([^:/]+):/.exec(path)?.[1] ?? '',
      stream: path.includes(':streamGenerateContent'),
      tools: recordsOf(body['tools'])
        .flatMap((group) => recordsOf(group['functionDeclarations']))
        .map((tool) =>
          offered(tool['name'], {
            description: tool['description'],
            schema: tool['parametersJsonSchema'] ?? tool['parameters'],
          }),
        ),
      results: parts
        .filter((part) => part['functionResponse'] !== undefined)
        .map((part) => {
          const { id, response } = recordOf(part['functionResponse']);
          return { ...(typeof id === 'string' ? { id } : {}), text: plainText(response) };
        }),
      prompt: [
        plainText(recordOf(body['systemInstruction'])['parts']),
        ...parts.map(({ text }) => textOrEmpty(text)),
      ].join('\n'),
    };
  },
  write: ({ reply, calls, turn, id }) => {
    const answer = {
      candidates: [
        {
          index: 0,
          finishReason: 'STOP',
          content: {
            role: 'model',
            parts: [
              ...(reply.text === undefined ? [] : [{ text: reply.text }]),
              ...calls.map((call) => ({
                functionCall: { id: call.id, name: call.tool, args: call.input ?? {} },
              })),
            ],
          },
        },
      ],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
      modelVersion: turn.model,
      responseId: id,
    };
    if (!turn.stream) return { json: answer };
    // Without `alt=sse` a stream is one JSON array.
    return turn.path.includes('alt=sse')
      ? { events: [{ data: JSON.stringify(answer) }] }
      : { json: [answer] };
  },
};
