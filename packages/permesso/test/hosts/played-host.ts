import type { Reply } from '../../src/hosts/host.ts';

/** What a host does with the call after a hook has ended. */
export type Deed = 'runs' | 'prompts' | 'blocked';

/** A host as it was measured, faults included: the fast stand-in for the real program, never instead of it. */
export interface PlayedHost {
  readonly name: string;
  /** `crashed`: the hook could not be started, was killed or took too long. */
  readonly obeys: (ended: Reply | 'crashed') => Deed;
  /** The text that reaches the model when the call is blocked; undefined where the host has no way to tell it. */
  readonly tells: (ended: Reply) => string | undefined;
  /** The input that runs, where the reply changed it. */
  readonly rewritten: (ended: Reply) => unknown;
}

/** The answer on stdout as an object; undefined when it is anything else. */
export function answerOf({ stdout }: Reply): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(stdout);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
