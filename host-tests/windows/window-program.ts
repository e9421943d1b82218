import type { ToolUse } from '../fake-model/script.ts';
import type { RealHost, Setting, Start } from '../hosts/real-host.ts';
import type { Window } from './tmux-window.ts';

/** A real agent program in a terminal, with a person's hands. */
export interface WindowProgram {
  readonly host: RealHost;
  /** Changes what the host's own setup wrote, for a session with a person. */
  readonly prepare: (setting: Setting) => void;
  readonly start: (setting: Setting) => Start;
  readonly call: (command: string) => ToolUse;
  /** The same task without a person, although a terminal is there. */
  readonly headless: readonly string[];
  /** Goes past its first screens until it works. */
  readonly arrive: (window: Window) => Promise<void>;
  /** Opens the list of answers, where the form shows it folded. */
  readonly unfold?: (window: Window) => Promise<void>;
  /** Moves to the line with this text in our form and takes it. */
  readonly choose: (window: Window, line: string) => Promise<void>;
  /** Writes into the form for a comment and sends it. */
  readonly comment: (window: Window, text: string) => Promise<void>;
  /** The person works in tmux: a popup over the program asks. */
  readonly inTmux?: true;
  /** What stands on the screen when our `ask` was handed to the program itself; undefined where it cannot ask. */
  readonly ownPrompt?: RegExp;
  /** Situations that cannot be played here, each with the reason in one sentence. */
  readonly cannot?: Readonly<Record<string, string>>;
}

/** Our form, as every program draws it. */
export const form = /\bwants to /;
export const commentForm = /What should the agent know\?/;

/** Milliseconds, longer than the moment in which keys do not count. */
export const readingTime = 1200;
