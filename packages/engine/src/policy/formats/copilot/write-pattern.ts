import { printPattern } from '../../rules/print-pattern.ts';
import { sayRule, type Inexpressible } from '../writing.ts';

const noReading: Inexpressible = { why: 'Copilot knows no permission to read' };
const oneByOne: Inexpressible = { why: 'Copilot names servers one by one' };

/** The same rule as a pattern of Copilot, or why it cannot be expressed. */
export const toCopilotPattern: ReturnType<typeof sayRule<CopilotPattern>> = sayRule<CopilotPattern>({
  kind: ({ of }) => (of === 'read' ? noReading : of === 'mcp' ? oneByOne : { text: of }),
  command: (pattern, verdict) => {
    if (pattern.words.some(({ is }) => is !== 'literal'))
      return { why: 'Copilot knows no wildcard inside a command' };
    const words = printPattern(pattern).slice('Bash('.length, -1);
    // In Copilot an exact deny misses the same command with one more word.
    return pattern.open || verdict === 'allow'
      ? { text: `shell(${words})` }
      : { text: `shell(${words}:*)`, wider: true };
  },
  path: ({ access, glob }) => {
    if (access === 'read') return noReading;
    return /[*?[\]{}\\~]/u.test(glob.text) || !glob.text.startsWith('//')
      ? { why: 'Copilot knows no patterns of paths' }
      : { text: `write(${glob.text.slice(1)})` };
  },
  host: ({ host: { host, subdomains, port } }) =>
    port === '' ? { text: `url(${subdomains ? '*.' : ''}${host})` } : { why: 'Copilot knows no ports' },
  mcp: ({ server, tool, argument }) => {
    if (argument !== undefined || server.includes('*')) return oneByOne;
    if (tool === '*') return { text: server };
    return tool.includes('*')
      ? { why: 'Copilot knows no wildcard in the name of a tool' }
      : { text: `${server}(${tool})` };
  },
  tool: () => ({ why: 'Copilot knows no such tool' }),
});

interface CopilotPattern {
  readonly text: string;
  readonly wider?: true;
}
