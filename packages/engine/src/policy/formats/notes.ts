import { parsePattern } from '../rules/parse-pattern.ts';
import type { Pattern } from '../rules/pattern.ts';
import type { RuleInput } from '../rules/rule.ts';
import type { ImportedPolicy } from './format.ts';
import type { Loss } from './loss.ts';

interface NoteOptions {
  readonly host: string;
  /** Whether the host itself applies rules about files and hosts to commands. */
  readonly bindsCommands?: boolean;
}

/** Adds notes on what is stricter here for every rule of a kind, no matter who wrote it: once per import. */
export function withNotes(
  read: ImportedPolicy,
  { host, bindsCommands = false }: NoteOptions,
): ImportedPolicy {
  const patterns = restricting(read);
  const notes: Loss[] = [];
  if (!bindsCommands && patterns.some(speaksOfFiles))
    notes.push({
      what: 'deny and ask rules about files and hosts',
      why: `they also bind shell commands that touch the same file or host, and a relative path means that name in any directory; ${host} does not go so far`,
      effect: 'stricter',
    });
  if (patterns.some((pattern) => pattern.about === 'command' && !pattern.open))
    notes.push({
      what: 'deny and ask rules about exact commands',
      why: `they also speak of the same command with other options; ${host} compares the whole text`,
      effect: 'stricter',
    });
  return notes.length === 0 ? read : { ...read, losses: [...read.losses, ...notes] };
}

function restricting({ layer, rest = {} }: ImportedPolicy): readonly Pattern[] {
  const made = new Set<RuleInput>([...(rest.ask ?? []), ...(rest.deny ?? [])]);
  return [...(layer.deny ?? []), ...(layer.ask ?? [])]
    .filter((rule) => !made.has(rule))
    .flatMap((rule) => {
      const pattern = parsePattern(typeof rule === 'string' ? rule : rule.rule);
      return pattern.ok ? [pattern.value] : [];
    });
}

function speaksOfFiles(pattern: Pattern): boolean {
  return (
    pattern.about === 'path' ||
    pattern.about === 'host' ||
    (pattern.about === 'kind' && pattern.of !== 'shell' && pattern.of !== 'mcp')
  );
}
