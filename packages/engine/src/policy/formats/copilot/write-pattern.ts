import { printPattern } from '../../rules/print-pattern.ts';
import type { CommandRule, HostRule, McpRule, PathRule } from '../../rules/pattern.ts';
import type { RuleObject } from '../../rules/rule.ts';
import type { Verdict } from '../../rules/verdict.ts';
import { plainPattern, type Inexpressible, noEffects } from '../writing.ts';

type WrittenPattern = { readonly text: string; readonly wider?: true } | Inexpressible;

/** The same rule as a pattern of Copilot, or why it has none. */
export function toCopilotPattern(verdict: Verdict, spec: RuleObject): WrittenPattern {
  const plain = plainPattern(spec);
  if ('why' in plain) return plain;
  const { pattern } = plain;
  switch (pattern.about) {
    case 'kind':
      if (pattern.of === 'read') return { why: 'Copilot knows no permission to read' };
      return pattern.of === 'mcp' ? { why: 'Copilot names servers one by one' } : { text: pattern.of };
    case 'effect':
      return noEffects;
    case 'command':
      return fromCommand(verdict, pattern);
    case 'path':
      return fromPath(pattern);
    case 'host':
      return fromHost(pattern);
    case 'mcp':
      return fromMcp(pattern);
    case 'tool':
      return { why: 'Copilot knows no such tool' };
  }
}

function fromCommand(verdict: Verdict, pattern: CommandRule): WrittenPattern {
  if (pattern.words.some(({ is }) => is !== 'literal'))
    return { why: 'Copilot knows no wildcard inside a command' };
  const words = printPattern(pattern).slice('Bash('.length, -1);
  // An exact deny there misses the same command with one more word.
  return pattern.open || verdict === 'allow'
    ? { text: `shell(${words})` }
    : { text: `shell(${words}:*)`, wider: true };
}

function fromPath({ access, glob }: PathRule): WrittenPattern {
  if (access === 'read') return { why: 'Copilot knows no permission to read' };
  return /[*?[\]{}\\~]/u.test(glob.text) || !glob.text.startsWith('//')
    ? { why: 'Copilot knows no patterns of paths' }
    : { text: `write(${glob.text.slice(1)})` };
}

function fromHost({ host }: HostRule): WrittenPattern {
  if (host.port !== '') return { why: 'Copilot knows no ports' };
  return { text: `url(${host.subdomains ? '*.' : ''}${host.host})` };
}

function fromMcp({ server, tool, argument }: McpRule): WrittenPattern {
  if (argument !== undefined || server.includes('*')) return { why: 'Copilot names servers one by one' };
  if (tool === '*') return { text: server };
  return tool.includes('*')
    ? { why: 'Copilot knows no wildcard in the name of a tool' }
    : { text: `${server}(${tool})` };
}
