import type { Span } from '../call/span.ts';
import type { Kind } from '../call/kind.ts';
import type { ToolCall } from '../call/tool-call.ts';
import type { Access } from './access.ts';
import type { Effect } from './effect.ts';
import type { PathFact } from './paths/path-fact.ts';
import type { Word } from './shell/read/words/word.ts';
import type { UrlFact } from './urls/url-fact.ts';

/** What a call would do: one part for each thing that is decided separately. Never empty. */
export interface Facts {
  readonly kind: Kind;
  readonly parts: readonly [Part, ...Part[]];
}

/** One invocation, redirection, file, host or tool use. The mode's row applies to each part, and the strictest verdict wins. */
export interface Part {
  readonly kind: Kind;
  /** Shown to a person: `git push origin main`, `> out.txt`, `Write src/a.ts`. */
  readonly label: string;
  readonly span?: Span;
  readonly subject: Subject;
  readonly accesses: readonly Access[];
  /** What happens, in the vocabulary of rules. Absent: it may run anything. */
  readonly effects?: readonly Effect[];
  /** Proven, never guessed. */
  readonly readOnly: boolean;
  /** An edit whose every target is proven to lie inside a working directory. */
  readonly insideEdit: boolean;
  readonly check: Check;
  /** It writes a guarded place: a person is asked in every mode, or it is denied. */
  readonly guard?: Guard;
  /** Texts in it that are not proven harmless, so they may name any file, host or program. */
  readonly mentions?: Mentions;
  /** What could not be known about this part, for the receipt. */
  readonly doubts: readonly string[];
  /** Its owner declares that it does nothing beyond its accesses, so allow rules about files and hosts may cover it. */
  readonly complete?: true;
  /**
   * A command that only changes the files of its write and delete accesses, and loses nothing that could not be restored. A
   * rule that allows editing covers it if it covers each of those files.
   */
  readonly edits?: true;
  /** What the scripts that it starts run: `npm run build` and its line in package.json. Judged as if it were typed. */
  readonly runs?: readonly Part[];
  /** Code of the project itself: its own program, one of its packages, an interpreter with one of its files. */
  readonly ownCode?: true;
  /** Read-only according to the manual alone: the program was not run against a hostile directory. */
  readonly byManual?: true;
  /** Directories in which a command that looks for a repository may start. */
  readonly startsIn?: readonly string[];
  /** It starts at the top of each submodule checked out below these; `nested`: of nested submodules too. */
  readonly submodulesOf?: { readonly in: readonly string[]; readonly nested: boolean };
  /** The call that this part belongs to, when a meta-tool carries it. Rules apply to that call. */
  readonly carried?: { readonly call: ToolCall; readonly kind: Kind };
}

/** Only deny and ask rules apply, and never surely. */
export interface Mentions {
  /** In the order of the command. */
  readonly texts: readonly string[];
  /** The texts that may start a program. */
  readonly programs: readonly string[];
  /** Directories in which relative names may start; empty if no file of this machine can be meant. */
  readonly directories: readonly string[];
  /** Its name says that it only reads, so rules about writing do not match it. */
  readonly onlyReads?: true;
  /** Not everything was examined: it may name anything. */
  readonly more?: true;
}

/** What rules match against. */
export type Subject =
  | CommandSubject
  | PathSubject
  | UrlSubject
  | McpSubject
  | ToolSubject
  | UnknownCallSubject;

export interface CommandSubject {
  readonly kind: 'command';
  /** The argv, name first. An unknown name may be any command. Empty: text that could not be read at all. */
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
  /** Words that publish, deploy or delete data. An allow that comes from trusting project code must spell them. */
  readonly risks?: readonly Escalation[];
  /** The same command without the neutral options before its sub-commands; allow rules may match this one too. */
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
  /** What a rule's parentheses are compared with, if the tool declares it. */
  readonly text?: string;
  /** The tool's own comparison instead; undefined where it does not know. */
  readonly matches?: (content: string) => boolean | undefined;
  /** The answers of `matches` so far. */
  readonly answers?: Readonly<Record<string, boolean>>;
}

/** A carried call that could not be read. It may be any call, so every deny and ask may match it and no allow does. */
export interface UnknownCallSubject {
  readonly kind: 'unknown-call';
}

/** Which kind of guarded place. An approval is for exactly one code. */
export interface Guard {
  readonly code: string;
  readonly reason: string;
}

/** The tool's own opinion about one part. */
export type Check =
  | { readonly outcome: 'pass' }
  | { readonly outcome: 'allow' | 'deny' | 'ask'; readonly reason: string }
  /** Immune to allow rules. `code` names the class of danger; a grant covers exactly one code. */
  | { readonly outcome: 'safety'; readonly code: string; readonly reason: string };
