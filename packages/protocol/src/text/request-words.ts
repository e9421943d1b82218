import { agentName } from './agent-texts.ts';

/** Categories of effects, with their own icons and colours: the most serious first. */
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

/** One effect of a call, in words for a person. */
export interface PlainEffect {
  readonly does: (typeof effectKinds)[number];
  /** A verb and its object, with paths relative to the person: `deletes build and everything in it`. */
  readonly words: string;
  /** Cannot be undone. */
  readonly lasting: boolean;
  /** The current state of the target: `3 commits would be lost`. Not part of what is approved. */
  readonly known?: string;
}

/** A call with the same purpose and less at stake, and what makes it safer. */
export interface SaferCall {
  readonly call: string;
  readonly why: string;
}

/** The words of a request, made once and shown everywhere, together with only the call and its effects. */
export interface RequestSummary {
  /** What would happen, in words that follow "wants to": `overwrite origin/main, which others see`. */
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

/** Effects that cannot be undone need a second look wherever they are asked about. */
export function isLasting({
  effects,
}: {
  readonly effects: readonly { readonly lasting: boolean }[];
}): boolean {
  return effects.some(({ lasting }) => lasting);
}

/** The answers that a surface offers, each kind starting with the simplest. */
export interface OfferedAnswers<T> {
  readonly allowing: readonly T[];
  readonly denying: readonly T[];
}

/** Their order in any list: approvals first, or a plain denial if the person must look twice. */
export function answersInOrder<T>(
  { allowing, denying }: OfferedAnswers<T>,
  { isSerious }: { readonly isSerious: boolean },
): readonly T[] {
  return isSerious ? [...denying.slice(0, 1), ...allowing, ...denying.slice(1)] : [...allowing, ...denying];
}

/** `Deletes` and `build`: the effect's verb is its label. */
export function effectLabel(words: string): { readonly label: string; readonly rest: string } {
  const [verb = '', ...rest] = words.split(' ');
  return { label: verb.charAt(0).toUpperCase() + verb.slice(1), rest: rest.join(' ') };
}

/** `deletes build (cannot be undone)`: one line, where only text is possible. */
export function effectText({ words, lasting, known }: Omit<PlainEffect, 'does'>): string {
  const isSaid = !lasting || /cannot be undone|nothing can bring back/u.test(words);
  return `${words}${isSaid ? '' : ' (cannot be undone)'}${known === undefined ? '' : `; ${known}`}`;
}

/** The message to the agent when a call is denied in favour of the safer one. */
export function saferComment({ call, why }: SaferCall): string {
  return `Use this instead: \`${call}\`. It ${why}.`;
}
