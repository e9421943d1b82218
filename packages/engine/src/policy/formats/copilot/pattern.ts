import { parseHostPattern } from '../../patterns/host-pattern.ts';
import type { Verdict } from '../../rules/verdict.ts';
import type { ReadRule } from '../draft.ts';
import { fromWindowsPath, isWindowsPath } from '../windows-path.ts';

/** `shell(git:*)`, `write`, `write(src/a.ts)`, `url(https://example.com)`, `server`, `server(tool)`. */
export function readCopilotPattern(verdict: Verdict, text: string): ReadRule {
  const [, name = '', inside] = /^([^(]*)(?:\(([\s\S]*)\))?$/u.exec(text.trim()) ?? [];
  switch (name) {
    case 'shell':
      return inside === undefined ? { rule: 'Bash' } : readShell(verdict, inside.trim());
    case 'write':
      return inside === undefined
        ? { rule: 'Write' }
        : { rule: `Write(${trailing(inside.trim(), verdict)})` };
    case 'read':
      if (verdict === 'allow') return { loss: 'Copilot knows no permission to read; left out' };
      return { rule: inside === undefined ? 'Read' : `Read(${trailing(inside.trim(), verdict)})` };
    case 'url':
      return inside === undefined ? { rule: 'WebFetch' } : readUrlPattern(verdict, inside.trim());
    case '':
      return { loss: 'not a pattern of Copilot' };
    default:
      return { rule: `mcp__${name}__${inside?.trim() ?? '*'}` };
  }
}

/** Exact words, or a stem with `:*`. A deny of exact words is read as the command with any arguments. */
function readShell(verdict: Verdict, inside: string): ReadRule {
  if (inside.endsWith(':*') || verdict === 'allow') return { rule: `Bash(${inside})` };
  return {
    rule: `Bash(${inside}:*)`,
    loss: 'Copilot compares the whole command; here any arguments are denied too',
  };
}

/** A relative path matches the last names of a path, wherever it lies. */
function trailing(path: string, verdict: Verdict): string {
  if (isWindowsPath(path)) return fromWindowsPath(path, verdict);
  if (path.startsWith('~/') || path.startsWith('//')) return path;
  if (path.startsWith('/')) return `/${path}`;
  return `//**/${path.replace(/^\.\//u, '')}`;
}

/** Only hosts can be expressed: for a URL with a path, an allow is left out and a deny covers the whole host. */
function readUrlPattern(verdict: Verdict, text: string): ReadRule {
  const [, place = '', path] = /^(?:[a-z]+:\/\/)?([^/]+)(\/[\s\S]*)?$/u.exec(text) ?? [];
  const hasPath = path !== undefined && path !== '/' && path !== '/*';
  if (verdict === 'allow' && (hasPath || text.startsWith('http://')))
    return { loss: 'a rule here speaks of a whole host; left out' };
  const host = parseHostPattern(place);
  if ('error' in host)
    return verdict === 'allow'
      ? { loss: host.error }
      : { rule: 'WebFetch', loss: `${host.error}; every address is denied` };
  const rule = `WebFetch(domain:${place})`;
  return hasPath ? { rule, loss: 'a rule here speaks of a whole host' } : { rule };
}
