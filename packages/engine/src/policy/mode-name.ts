/**
 * The modes, by name. What each does is a row of the table in `decision/mode-table.ts`.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { modes } from '@permesso/gate/rules';
 * for (const mode of modes) createGate({ policy: {}, mode });
 * ```
 */
export const modes = ['default', 'acceptEdits', 'explore', 'bypass', 'dontAsk'] as const;

/** How calls are treated that no rule speaks about: one of `modes`. */
export type Mode = (typeof modes)[number];

/** What other agents call the same contract. */
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
 * A mode by its name, or by the name that another agent program has for it.
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
