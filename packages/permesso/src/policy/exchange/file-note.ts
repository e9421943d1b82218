import { parsePattern } from '../parse-pattern.ts';
import type { RuleInput } from '../rule.ts';
import type { Read } from './format.ts';

/** Many hosts hold a rule about files or hosts against their file and web tools alone. Said once for each import. */
export function withFileNote(read: Read, host: string): Read {
  const restricting = [...(read.layer.deny ?? []), ...(read.layer.ask ?? [])];
  if (!restricting.some(speaksOfFiles)) return read;
  const loss = {
    what: 'deny and ask rules about files and hosts',
    why: `they also bind shell commands that touch the same file or host, and a relative path means that name in any directory; ${host} does not go so far`,
    effect: 'stricter' as const,
  };
  return { ...read, losses: [...read.losses, loss] };
}

function speaksOfFiles(rule: RuleInput): boolean {
  const pattern = parsePattern(typeof rule === 'string' ? rule : rule.rule);
  if (!pattern.ok) return false;
  const { value } = pattern;
  return (
    value.about === 'path' ||
    value.about === 'host' ||
    (value.about === 'kind' && value.of !== 'shell' && value.of !== 'mcp')
  );
}
