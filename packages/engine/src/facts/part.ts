import type { Span } from '../call/span.ts';
import type { Kind } from '../call/kind.ts';
import type { ToolCall } from '../call/tool-call.ts';
import type { Access } from './access.ts';
import type { Effect } from './effect.ts';
import type { PathFact } from './paths/path-fact.ts';
import type { Word } from './shell/read/words/word.ts';
import type { UrlFact } from './urls/url-fact.ts';

/** What a call would do: one part for each thing that is decided on its own. Never empty. */
export interface Facts {
  readonly kind: Kind;
  readonly parts: readonly [Part, ...Part[]];
}

/**
 * One invocation, redirection, file, host or tool use. The mode's row is applied to each, the strictest wins.
 */
export interface Part {
  readonly kind: Kind;
  /** What a person reads: `git push origin main`, `> out.txt`, `Write src/a.ts`. */
  readonly label: string;
  readonly span?: Span;
  readonly subject: Subject;
  /** Files and hosts that it touches. */
  readonly accesses: readonly Access[];
  /** What happens, in the vocabulary of rules. Where nobody says: it runs what nobody knows. */
  readonly effects?: readonly Effect[];
  /** Proven, never guessed. */
  readonly readOnly: boolean;
  /** An edit whose every target is proven to lie inside a working directory. */
  readonly insideEdit: boolean;
  readonly check: Check;
  /** It writes a guarded place: a person is asked in every mode, or it is denied. */
  readonly guard?: Guard;
  /** Texts of it that nothing proves to be plain, so that they may name any file, host or program. */
  readonly mentions?: Mentions;
  /** What could not be known about this part, for the receipt. */
  readonly doubts: readonly string[];
  /** Its owner says that it does nothing but its accesses, so allow rules about files and hosts may cover it. */
  readonly complete?: true;
  /**
   * A command that changes the files of its write and delete accesses and nothing else, and loses nothing that could not be
   * brought back: an allow rule about editing covers it where it covers each of those files.
   */
  readonly edits?: true;
  /** What the scripts run that it starts: `npm run build` and what package.json says. Judged as if it were typed. */
  readonly runs?: readonly Part[];
  /** Code of the project itself: a program of its own, one of its packages, an interpreter with one of its files. */
  readonly ownCode?: true;
  /** Read-only by the manual alone: a program that was not run against a hostile directory. */
  readonly byManual?: true;
  /** Directories in which a command that looks for a repository may start. */
  readonly startsIn?: readonly string[];
  /** It starts at the top of each submodule that is checked out below these; `nested`: of theirs too. */
  readonly submodulesOf?: { readonly in: readonly string[]; readonly nested: boolean };
  /** The call that this part belongs to, when a meta-tool carries it. Rules speak about that one. */
  readonly carried?: { readonly call: ToolCall; readonly kind: Kind };
}

/** Binds deny and ask rules only, and never surely. */
export interface Mentions {
  /** In the order in which they stand. */
  readonly texts: readonly string[];
  /** Those of them that something may be started by. */
  readonly programs: readonly string[];
  /** Where relative names may start; none where no file of this machine can be meant. */
  readonly directories: readonly string[];
  /** It is called as what only reads is, so that rules about writing do not mean it. */
  readonly onlyReads?: true;
  /** There is more than was looked at: it may name anything. */
  readonly more?: true;
}

/** What rules speak about. */
export type Subject =
  | CommandSubject
  | PathSubject
  | UrlSubject
  | McpSubject
  | ToolSubject
  | UnknownCallSubject;

export interface CommandSubject {
  readonly kind: 'command';
  /** The argv, name first. An unknown name may be any command. Empty means: text that could not be read at all. */
  readonly words: readonly Word[];
  /**
   * Other argvs that mean the same, for suspicion only: `git -C x push` is also `git push`, `/bin/rm` is also
   * `rm`. An allow rule never matches here.
   */
  readonly aliases: readonly (readonly Word[])[];
  /**
   * Words that turn the command into something else (`find -delete`, `git -c`). An allow rule covers the part
   * only if it spells the word at this index itself.
   */
  readonly escalations: readonly Escalation[];
  /**
   * Words by which it says that it publishes, deploys or deletes data. An allow that comes with trust in the code of a
   * project covers the part only if it spells them.
   */
  readonly risks?: readonly Escalation[];
  /** The same command with options that say nothing of what it does behind its names, for allow rules too. */
  readonly straight?: readonly Word[];
  /**
   * The argv of a carrier that runs this command, with the index where this command begins in it. A rule that
   * spells past that index (`Bash(npx tsc:*)`) covers the carried command too.
   */
  readonly carriedBy?: CarrierWords & {
    readonly straight?: CarrierWords;
    /** The carriers of that carrier: a rule may spell the command behind any of them. */
    readonly outer?: readonly CarrierWords[];
  };
}

export interface CarrierWords {
  readonly words: readonly Word[];
  readonly at: number;
}

export interface Escalation {
  readonly at: number;
  readonly why: string;
}

export interface PathSubject {
  readonly kind: 'path';
  readonly access: 'read' | 'write' | 'delete';
  readonly path: PathFact;
}

export interface UrlSubject {
  readonly kind: 'url';
  readonly url: UrlFact;
}

export interface McpSubject {
  readonly kind: 'mcp';
  /** Every way to read the name as server and tool: more than one when the joined name is ambiguous. Empty: unknown. */
  readonly readings: readonly { readonly server: string; readonly tool: string }[];
}

export interface ToolSubject {
  readonly kind: 'tool';
  /** What a rule's parentheses are compared with, when the tool declares it. */
  readonly text?: string;
  /** The tool's own comparison instead. Nothing where it does not know. */
  readonly matches?: (content: string) => boolean | undefined;
  /** What that has answered so far. */
  readonly answers?: Readonly<Record<string, boolean>>;
}

/** A carried call that could not be read: it may be any call, so every deny and ask may mean it and no allow does. */
export interface UnknownCallSubject {
  readonly kind: 'unknown-call';
}

/** Which kind of guarded place. An answer is given for exactly one code. */
export interface Guard {
  readonly code: string;
  readonly reason: string;
}

/** The tool's own opinion about one part. */
export type Check =
  | { readonly outcome: 'pass' }
  | { readonly outcome: 'allow' | 'deny' | 'ask'; readonly reason: string }
  /** Immune to allow rules. `code` names the class of danger; a grant answers exactly one code. */
  | { readonly outcome: 'safety'; readonly code: string; readonly reason: string };
