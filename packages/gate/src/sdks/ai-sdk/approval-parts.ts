import type { Answer } from '@permesso/protocol/approval';

interface Part {
  readonly type?: unknown;
  readonly approvalId?: unknown;
  readonly toolCallId?: unknown;
  readonly approved?: unknown;
  readonly reason?: unknown;
}

/**
 * What the messages claim that a person answered about this tool call. They often come from a browser, so the answer
 * counts only for a request that we created ourselves.
 */
export function answerIn(messages: readonly unknown[], toolCallId: string): Answer | undefined {
  const parts = messages.flatMap(partsOf);
  const asked = new Set(
    parts
      .filter((part) => part.type === 'tool-approval-request' && part.toolCallId === toolCallId)
      .map(({ approvalId }) => approvalId),
  );
  const said = parts.findLast((part) => part.type === 'tool-approval-response' && asked.has(part.approvalId));
  if (said === undefined) return undefined;
  const from = 'ai-sdk';
  if (said.approved === true) return { verdict: 'allow', from };
  return { verdict: 'deny', from, ...(typeof said.reason === 'string' ? { comment: said.reason } : {}) };
}

function partsOf(message: unknown): readonly Part[] {
  if (typeof message !== 'object' || message === null || !('content' in message)) return [];
  const { content } = message;
  if (!Array.isArray(content)) return [];
  return content.filter((part): part is Part => typeof part === 'object' && part !== null);
}
