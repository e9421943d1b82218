import type { AnswerScope } from '@permesso/protocol/approval';
import type { InboxItem } from '@permesso/protocol/console';
import { agentName } from '@permesso/protocol/text';
import { approvalsTexts as texts } from './texts.ts';

/** The asking agent; with a team server on one of many machines. */
export function agentTitle({ call, team }: InboxItem): string {
  const agent = call.host === undefined ? texts.wants.anAgent : agentName(call.host);
  return team === undefined ? agent : texts.wants.on(agent, team.agent);
}

export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The last folder of its directory; with a team server the project. */
export function projectOf({ call, team }: InboxItem): string | undefined {
  return team?.project ?? call.cwd?.split('/').findLast((part) => part !== '');
}

/** A rule is stored on the asking machine, for its agent's owner. */
export function scopeWords(scope: AnswerScope, { team }: InboxItem): string {
  return scope === 'user' && team !== undefined ? texts.scope.forOwner : texts.scope.lasts[scope];
}

/** A command is edited as text; any other input as JSON. */
export function isCommand({ call }: InboxItem): boolean {
  return typeof call.input['command'] === 'string' && Object.keys(call.input).length === 1;
}

export function writtenInput(item: InboxItem): string {
  const { input } = item.call;
  return isCommand(item) ? String(input['command']) : JSON.stringify(input, undefined, 2);
}

/** Null if it is not a JSON object. */
export function changedInput(item: InboxItem, text: string): Readonly<Record<string, unknown>> | null {
  if (isCommand(item)) return { command: text };
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
