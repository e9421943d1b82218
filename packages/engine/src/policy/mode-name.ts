/**
 * The modes by name. The table in `decision/mode-table.ts` defines what each does.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { modes } from '@permesso/gate/rules';
 * for (const mode of modes) createGate({ policy: {}, mode });
 * ```
 */
export const modes = ['default', 'acceptEdits', 'explore', 'bypass', 'dontAsk'] as const;

/** How calls without a matching rule are treated: one of `modes`. */
export type Mode = (typeof modes)[number];

/** Other agents' names for the same modes. */
export const modeAliases: ReadonlyMap<string, Mode> = new Map<string, Mode>([
  ['plan', 'explore'],
  ['read-only', 'explore'],
  ['readonly', 'explore'],
  ['EXPLORE', 'explore'],
  ['auto_edit', 'acceptEdits'],
  ['autoEdit', 'acceptEdits'],
  ['auto-edit', 'acceptEdits'],
  ['accept_edits', 'acceptEdits'],
  ['ACCEPT_EDITS', 'acceptEdits'],
  ['bypassPermissions', 'bypass'],
  ['yolo', 'bypass'],
  ['BYPASS', 'bypass'],
  ['dont_ask', 'dontAsk'],
  ['DONT_ASK', 'dontAsk'],
  ['never', 'dontAsk'],
  ['DEFAULT', 'default'],
  ['manual', 'default'],
]);

/**
 * Reads a mode's name, or another agent program's name for it.
 *
 * @example
 * ```ts
 * import { readMode } from '@permesso/gate/rules';
 * console.log(readMode('plan'), readMode('nonsense')); // explore undefined
 * ```
 */
export function readMode(name: string): Mode | undefined {
  return modes.find((mode) => mode === name) ?? modeAliases.get(name);
}
