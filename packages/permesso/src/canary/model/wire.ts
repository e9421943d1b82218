import type { Reply, ToolUse, Turn } from './script.ts';
import { definedFields, isRecord } from '@permesso/engine/call';

/** How one API encodes requests and answers. */
export interface Wire {
  readonly name: string;
  /** Whether a POST to this path and query is a completion request. */
  readonly answers: (path: string) => boolean;
  readonly read: (body: Json, path: string) => Omit<Turn, 'wire' | 'path' | 'body'>;
  readonly write: (answer: ModelAnswer) => WireReply;
}

export interface ModelAnswer {
  readonly reply: Reply;
  readonly calls: readonly IdentifiedCall[];
  readonly turn: Turn;
  /** Unique among this model's answers. */
  readonly id: string;
}

export interface IdentifiedCall extends ToolUse {
  readonly id: string;
}

export type WireReply = { readonly json: unknown } | { readonly events: readonly ServerEvent[] };

export interface ServerEvent {
  readonly event?: string;
  readonly data: string;
}

export type Json = Readonly<Record<string, unknown>>;

export function recordOf(value: unknown): Json {
  return isRecord(value) ? value : {};
}

export function recordsOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The text of a message, which is a string or parts of which some are text. */
export function plainText(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = recordsOf(content);
  if (parts.length > 0 && parts.every(({ text }) => typeof text === 'string'))
    return parts.map(({ text }) => textOrEmpty(text)).join('\n');
  return content === undefined || content === null ? '' : JSON.stringify(content);
}

export function offered(
  name: unknown,
  { description, schema }: { readonly description: unknown; readonly schema: unknown },
): { readonly name: string; readonly description?: string; readonly schema?: unknown } {
  return {
    name: textOrEmpty(name),
    ...(typeof description === 'string' ? { description } : {}),
    ...definedFields({ schema }),
  };
}
