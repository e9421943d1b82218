import type { Kind } from '../../call/kind.ts';
import type { EffectName } from '../../facts/effect.ts';
import type { HostPattern } from '../patterns/host-pattern.ts';
import type { PathGlob } from '../patterns/path-glob.ts';

/** What a rule matches, independent of its spelling. */
export type Pattern = KindRule | EffectRule | CommandRule | PathRule | HostRule | McpRule | ToolRule;

/** `Bash`, `shell`, `Read`, `write`, `WebFetch`, `mcp`: everything of that kind. */
export interface KindRule {
  readonly about: 'kind';
  readonly of: Exclude<Kind, 'other'>;
}

/** `Effect(publish)`: any call with this effect. */
export interface EffectRule {
  readonly about: 'effect';
  readonly effect: EffectName;
}

/** `Bash(git push:*)`: the words of one command, compared with its argv. */
export interface CommandRule {
  readonly about: 'command';
  readonly words: readonly PatternWord[];
  /** Whether anything may follow the words. */
  readonly open: boolean;
}

export type PatternWord =
  | { readonly is: 'literal'; readonly text: string }
  /** `build-*`: the pieces around the stars, so that a literal star needs no escape in the data. */
  | { readonly is: 'glob'; readonly pieces: readonly string[] }
  /** A lone `*`: one or more words. */
  | { readonly is: 'any' };

/** `Read(src/**)`, `Edit(...)`, `Grep(...)`: a file, however it is accessed. */
export interface PathRule {
  readonly about: 'path';
  readonly access: 'read' | 'write';
  readonly glob: PathGlob;
  /** Set if the rule names one tool (`NotebookEdit(...)`) rather than all that read or write. */
  readonly tool?: string;
}

/** `WebFetch(domain:example.com)`, `url(example.com)`. */
export interface HostRule {
  readonly about: 'host';
  readonly host: HostPattern;
}

/** `mcp__github__get_*`: server and tool separately, each a name with `*`. */
export interface McpRule {
  readonly about: 'mcp';
  readonly server: string;
  readonly tool: string;
  readonly argument?: Argument;
}

/** Any other tool by name; `github(create_issue)` also means the MCP server of that name. */
export interface ToolRule {
  readonly about: 'tool';
  readonly name: string;
  readonly argument?: Argument;
}

export type Argument =
  /** Compared with the tool's subject. */
  | { readonly is: 'text'; readonly text: string }
  /** Exactly this input. */
  | { readonly is: 'json'; readonly value: unknown };
