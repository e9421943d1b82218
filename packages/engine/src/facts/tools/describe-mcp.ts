import { definedFields } from '../../call/defined-fields.ts';
import { inputPath, valuesAt, type InputPath } from '../../call/input-path.ts';
import type { ToolCall } from '../../call/tool-call.ts';
import type { World } from '../../world/world.ts';
import { guardedCheck } from '../danger.ts';
import type { Access } from '../access.ts';
import type { Effect, EffectName } from '../effect.ts';
import type { Part } from '../part.ts';
import { touchedEffects } from '../part-effects.ts';
import { onlyReads, statedEffects, type StatedEffect } from '../stated-effects.ts';
import type { Tool } from '../tool.ts';
import { accessesOf, type Touch } from '../touch.ts';
import { mcpPart, mcpTool, unknownEffects } from './mcp-tool.ts';
import { underSuspicion } from './under-suspicion.ts';

/**
 * What the arguments of MCP tools name, so that rules about files and hosts apply to them: deny and ask rules apply, and a
 * protected file asks. An argument may be a text or a list of texts; anything else may be any file. Arguments that are not
 * described remain suspected.
 */
export interface McpDescription {
  /** `mcp__files__read_file`, or with a trailing star `mcp__files__*`. The first match counts. */
  readonly tool: string;
  /** Where the input names files: `$.path`, `$.edits[*].file`. */
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  readonly deletes?: readonly string[];
  readonly urls?: readonly string[];
  /** Arguments that name neither a file of this machine nor a host, whatever they look like. */
  readonly ignores?: readonly string[];
  /** What such calls do, for `Effect(...)` rules: `['remote-read']`. You vouch for this; the files and hosts are added. */
  readonly effects?: readonly EffectName[];
  /** Whether you trust the server with this name: a tool that it marks with `readOnlyHint` then counts as read-only. */
  readonly trusted?: boolean;
  /** Whether such calls never change anything. You vouch for this: what a server claims about itself proves nothing. */
  readonly readOnly?: boolean;
  /**
   * Whether such calls do nothing beyond what is listed here. You vouch for this too: allow rules about files and hosts then
   * cover them, `Read(src/**)` a call that only reads there.
   */
  readonly complete?: boolean;
}

/**
 * A tool that says what the calls of MCP tools read, write and reach.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { describeMcp } from '@permesso/gate/tools';
 * const files = describeMcp({ tool: 'mcp__files__read_*', reads: ['$.path'], readOnly: true });
 * const gate = createGate({ policy: { deny: ['Read(.env*)'] }, tools: [files] });
 * ```
 */
export function describeMcp(description: McpDescription): Tool {
  const { tool } = description;
  if (!isDescribable(tool))
    throw new TypeError(`${tool}: write mcp__server__tool, or mcp__server__* for all of its tools`);
  const read = describedPart(description);
  return { ...mcpTool, name: tool, read: (call, world) => [read(call, world)] };
}

export function isDescribable(tool: string): boolean {
  return /^mcp__[^*]+\*?$/u.test(tool);
}

/** The shape of a shipped row, which has more fields than people are asked for. */
export interface ToolReading extends Omit<McpDescription, 'tool' | 'effects'> {
  readonly effects?: readonly StatedEffect[];
  /** The server passes its arguments on to a service: they name nothing on this machine except what is listed. */
  readonly remote?: true;
  /** Arguments whose value may make it a secret: the kind of a resource. */
  readonly secretIf?: readonly string[];
}

/** Reads a call by the description of its tool. Throws for an invalid path. */
export function describedPart(description: ToolReading): (call: ToolCall, world: World) => Part {
  const named = namedBy(description);
  const stated = description.effects && statedEffects(description.effects);
  const described = [...named.map(({ at }) => at), ...(description.ignores ?? []).map(inputPath)];
  return (call, world) => {
    const part = mcpPart(call);
    const accesses = named.flatMap((one) => effectsAt(one, call, world));
    const check = guardedCheck(part.check, accesses, world);
    const own = stated ?? guessedEffects(description, call);
    const effects = own && [...own, ...secretsIn(description, call), ...touchedEffects(accesses, world)];
    const saysSo = description.readOnly ?? (own !== undefined && onlyReads(own));
    const known: Part = {
      ...part,
      accesses,
      // Reading something protected is not read-only, and the stricter of two statements counts.
      readOnly: saysSo && (effects === undefined || onlyReads(effects)) && check.outcome !== 'safety',
      check,
      ...definedFields({ effects }),
      ...(description.complete === true ? { complete: true } : {}),
    };
    if (description.remote === true) return known;
    return withGuessedEdits(underSuspicion(known, { call, world, described }));
  };
}

/** Guessed effects for a description that states none. Undefined if what it names is all that happens. */
function guessedEffects(
  { trusted, readOnly, complete }: ToolReading,
  call: ToolCall,
): readonly Effect[] | undefined {
  if (readOnly === true || complete === true) return undefined;
  const { hints } = call.mcp ?? {};
  return trusted === true && hints?.readOnly === true && hints.destructive !== true
    ? [{ effect: 'remote-read' }]
    : unknownEffects(call);
}

/** `kind: Secret`, `resourceType: secrets,pods`; a value that is not text may be one. */
function secretsIn({ secretIf = [] }: ToolReading, call: ToolCall): readonly Effect[] {
  const values = secretIf.flatMap((place) => valuesAt(call.input, inputPath(place)));
  const isSecret = values.some((value) => typeof value !== 'string' || /secret/iu.test(value));
  return isSecret ? [{ effect: 'secret' }] : [];
}

/** A guessed edit affects one of the files that the arguments seem to name: `Effect(edit)` does not match elsewhere. */
function withGuessedEdits(part: Part): Part {
  const { effects } = part;
  const isOpen = effects?.some(({ effect, access }) => access === undefined && fileEffects.has(effect));
  if (effects === undefined || isOpen !== true) return part;
  const guessed = part.accesses.flatMap((access): readonly Effect[] =>
    'suspected' in access && (access.kind === 'write' || access.kind === 'delete')
      ? [{ effect: 'edit', access, possible: true }]
      : [],
  );
  return { ...part, effects: [...effects, ...guessed] };
}

const fileEffects: ReadonlySet<EffectName> = new Set(['edit', 'delete']);

/** What a description names in a call, and nothing more. */
export function describedEffects(
  description: Omit<McpDescription, 'tool'>,
  call: ToolCall,
  world: World,
): readonly Access[] {
  return namedBy(description).flatMap((one) => effectsAt(one, call, world));
}

function namedBy({ reads, writes, deletes, urls }: ToolReading): readonly DescribedPath[] {
  return [
    ...describedPaths(reads, 'read'),
    ...describedPaths(writes, 'write'),
    ...describedPaths(deletes, 'delete'),
    ...describedPaths(urls, 'url'),
  ];
}

interface DescribedPath {
  readonly at: InputPath;
  readonly as: 'read' | 'write' | 'delete' | 'url';
}

function describedPaths(
  texts: readonly string[] | undefined,
  as: DescribedPath['as'],
): readonly DescribedPath[] {
  return (texts ?? []).map((text) => ({ at: inputPath(text), as }));
}

function effectsAt({ at, as }: DescribedPath, call: ToolCall, world: World): readonly Access[] {
  return valuesAt(call.input, at).flatMap((value): readonly Access[] => {
    // Servers cannot tell null from an absent argument.
    if (value === undefined || value === null) return [];
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
    return texts.flatMap((text) =>
      typeof text === 'string' ? accessesOf(touchOf(text, as), { call, world }) : [unknownEffect(as)],
    );
  });
}

function touchOf(text: string, as: DescribedPath['as']): Touch {
  return as === 'url' ? { url: text } : { access: as, path: text };
}

function unknownEffect(as: DescribedPath['as']): Access {
  const reason = 'an argument that is not a string';
  return as === 'url'
    ? { kind: 'network', url: { known: false, reason } }
    : { kind: as, path: { known: false, reason } };
}
