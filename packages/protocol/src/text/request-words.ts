import { agentName } from './agent-texts.ts';

/** What effects are about, as icons and colours tell them apart: the loudest first. */
export const effectKinds = [
  'unknown',
  'deletes',
  'publishes',
  'sends',
  'changes',
  'runs',
  'network',
  'writes',
  'reads',
] as const;

/** One thing a call would do, as a person reads it. */
export interface PlainEffect {
  readonly does: (typeof effectKinds)[number];
  /** A verb and what it is about, from where the person is: `deletes build and everything in it`. */
  readonly words: string;
  /** No undo brings it back. */
  readonly lasting: boolean;
  /** What the machine knows about the target now: `3 commits would be lost`. No part of what is approved. */
  readonly known?: string;
}

/** A call that does the same with less at stake, and what makes it safer. */
export interface SaferCall {
  readonly call: string;
  readonly why: string;
}

/** The words of a request, made once and shown everywhere; beside them only the call and its effects are shown. */
export interface RequestSummary {
  /** What would happen, as words that follow "wants to": `overwrite origin/main, which others see`. */
  readonly title: string;
  /** Why a person is asked, in a sentence. */
  readonly why: string;
  readonly safer?: SaferCall;
}

interface SummarizedRequest {
  readonly call: { readonly tool: string; readonly host?: string };
  readonly summary?: RequestSummary;
}

/** `Claude Code wants to overwrite origin/main, which others see`. A request without a summary is named by its tool. */
export function requestTitle({ call, summary }: SummarizedRequest, who?: string): string {
  const agent = who ?? (call.host === undefined ? 'An agent' : agentName(call.host));
  return `${agent} wants to ${summary?.title ?? `use ${call.tool}`}`;
}

/** What no undo brings back is looked at twice wherever it is asked about. */
export function isLasting({
  effects,
}: {
  readonly effects: readonly { readonly lasting: boolean }[];
}): boolean {
  return effects.some(({ lasting }) => lasting);
}

/** The answers that a surface offers, each kind from the plainest on. */
export interface OfferedAnswers<T> {
  readonly allowing: readonly T[];
  readonly denying: readonly T[];
}

/** Their order wherever they are a list: approvals first, or a plain no where the person must look twice. */
export function answersInOrder<T>(
  { allowing, denying }: OfferedAnswers<T>,
  { isSerious }: { readonly isSerious: boolean },
): readonly T[] {
  return isSerious ? [...denying.slice(0, 1), ...allowing, ...denying.slice(1)] : [...allowing, ...denying];
}

/** `Deletes` and `build`: the verb of an effect is its label. */
export function effectLabel(words: string): { readonly label: string; readonly rest: string } {
  const [verb = '', ...rest] = words.split(' ');
  return { label: verb.charAt(0).toUpperCase() + verb.slice(1), rest: rest.join(' ') };
}

/** `deletes build (cannot be undone)`: one line wherever there is text alone. */
export function effectText({ words, lasting, known }: Omit<PlainEffect, 'does'>): string {
  const isSaid = !lasting || /cannot be undone|nothing can bring back/u.test(words);
  return `${words}${isSaid ? '' : ' (cannot be undone)'}${known === undefined ? '' : `; ${known}`}`;
}

/** What the agent is told when it is denied for the safer call. */
export function saferComment({ call, why }: SaferCall): string {
  return `Use this instead: \`${call}\`. It ${why}.`;
}
