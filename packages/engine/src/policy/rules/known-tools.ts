import type { Kind } from '../../call/kind.ts';

/**
 * How the name before a rule's parentheses is read. `word` means that the name covers a kind, so the bare name is the whole
 * kind. A row with `tool` covers that tool alone.
 */
export interface KnownName {
  readonly kind: Exclude<Kind, 'other'>;
  readonly tool?: string;
  /** Copilot's `shell(git)` means any arguments; Claude's `Bash(git)` means exactly this. */
  readonly open?: boolean;
}

export const knownNames: ReadonlyMap<string, KnownName> = new Map<string, KnownName>([
  ['Bash', { kind: 'shell' }],
  ['PowerShell', { kind: 'shell' }],
  ['shell', { kind: 'shell', open: true }],
  ['Read', { kind: 'read' }],
  ['read', { kind: 'read' }],
  ['Write', { kind: 'write' }],
  ['write', { kind: 'write' }],
  ['Edit', { kind: 'write' }],
  ['MultiEdit', { kind: 'write', tool: 'MultiEdit' }],
  ['NotebookEdit', { kind: 'write', tool: 'NotebookEdit' }],
  ['Glob', { kind: 'read', tool: 'Glob' }],
  ['Grep', { kind: 'read', tool: 'Grep' }],
  ['WebFetch', { kind: 'url' }],
  ['url', { kind: 'url' }],
  ['mcp', { kind: 'mcp' }],
]);
