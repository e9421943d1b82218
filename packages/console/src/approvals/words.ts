import type { AnswerScope } from '@permesso/protocol/approval/approver';
import type { InboxItem, ShownEffect } from '@permesso/protocol/console/inbox';
import { agentName } from '../agent-names.ts';

export function agentTitle({ call, team }: InboxItem): string {
  return team?.agent ?? (call.host === undefined ? 'An agent' : agentName(call.host));
}

const toolWords: ReadonlyMap<string, string> = new Map([
  ['Bash', 'run a command'],
  ['Write', 'write a file'],
  ['Edit', 'edit a file'],
  ['MultiEdit', 'edit a file'],
  ['Read', 'read a file'],
  ['WebFetch', 'open a web page'],
]);

export function wantsText({ call }: InboxItem): string {
  return `wants to ${toolWords.get(call.tool) ?? `use ${call.tool}`}`;
}

/** The last folder of where it works; at a team server the project. */
export function projectOf({ call, team }: InboxItem): string | undefined {
  return team?.project ?? call.cwd?.split('/').findLast((part) => part !== '');
}

export const scopeTitles: Readonly<Record<AnswerScope, string>> = {
  once: 'Once',
  session: 'Session',
  project: 'Project',
  user: 'Always',
};

const lasts: Readonly<Record<AnswerScope, string>> = {
  once: 'once',
  session: 'for this session',
  project: 'in this project',
  user: 'everywhere, for me',
};

/** A rule is kept on the machine that asks, for the owner of its agent. */
export function scopeWords(scope: AnswerScope, { team }: InboxItem): string {
  return scope === 'user' && team !== undefined ? 'everywhere, for its owner' : lasts[scope];
}

export const effectVerbs: Readonly<Record<NonNullable<ShownEffect['does']>, string>> = {
  deletes: 'Deletes',
  changes: 'Changes',
  network: 'Network',
  writes: 'Writes',
  runs: 'Runs code',
  reads: 'Reads',
};

const saidByVerb = /^(?:deletes|writes|reads|talks to|runs code:) | cannot be undone$/g;

/** What an effect is about, without the verb that stands before it, from the project on. */
export function effectObject({ words, does }: ShownEffect, cwd: string | undefined): string {
  const object = does === undefined ? words : words.replaceAll(saidByVerb, '');
  return cwd === undefined ? object : object.replaceAll(`${cwd}/`, '');
}

/** A command is changed as it is written; any other input as JSON. */
export function isCommand({ call }: InboxItem): boolean {
  return typeof call.input['command'] === 'string' && Object.keys(call.input).length === 1;
}

export function writtenInput(item: InboxItem): string {
  const { input } = item.call;
  return isCommand(item) ? String(input['command']) : JSON.stringify(input, undefined, 2);
}

/** Null where it is no JSON object. */
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
