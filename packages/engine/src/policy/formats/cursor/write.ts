import type { Layer } from '../../layer.ts';
import type { ExportedPolicy } from '../format.ts';
import { plainWords, sayRule, writing } from '../writing.ts';

/** Writes layers as permissions of Cursor's command line. */
export function writeCursor(layers: readonly Layer[]): ExportedPolicy {
  const report = writing('Cursor', layers);
  const lists = { allow: new Set<string>(), deny: new Set<string>() };
  for (const { said, verdict, rule } of report.rulesSaid(['allow', 'deny'], toToken)) {
    if (said.wider === true)
      report.note(`${verdict}: ${rule.rule}`, `Cursor says \`${said.text}\`, which denies more`, 'stricter');
    report.loseWords(rule);
    lists[verdict].add(said.text);
  }
  report.loseAsks('Cursor has no ask rules');
  report.loseSettings({
    mode: 'Cursor has no such mode',
    unlisted: 'Cursor asks about what no rule names',
    tools: 'Cursor has no lists of visible tools',
  });
  const permissions = { allow: [...lists.allow], deny: [...lists.deny] };
  return { text: `${JSON.stringify({ permissions }, undefined, 2)}\n`, losses: report.losses() };
}

const kinds = {
  shell: 'Shell(*)',
  // A relative pattern would stop at the project.
  read: 'Read(/**)',
  write: 'Write(/**)',
  url: 'WebFetch(*)',
  mcp: 'Mcp(*:*)',
} as const;

const toToken = sayRule<{ readonly text: string; readonly wider?: true }>({
  kind: ({ of }) => ({ text: kinds[of] }),
  command: ({ words, open }, verdict) => {
    const [name, ...rest] = plainWords(words) ?? [];
    if (name === undefined) return { why: 'Cursor compares text, not words; only plain words can be said' };
    if (rest.length > 0) return { text: `Shell(${name}:${rest.join(' ')}${open ? ' *' : ''})` };
    if (open) return { text: `Shell(${name})` };
    return verdict === 'allow'
      ? { why: 'Cursor allows a command with any arguments or not at all' }
      : { text: `Shell(${name})`, wider: true };
  },
  path: ({ tool, access, glob }) =>
    tool === undefined
      ? { text: `${access === 'read' ? 'Read' : 'Write'}(${glob.text.replace(/^\/\//u, '/')})` }
      : { why: 'Cursor knows reading and writing only' },
  host: ({ host: { host, subdomains, port } }) =>
    port === '' ? { text: `WebFetch(${subdomains ? '*.' : ''}${host})` } : { why: 'Cursor knows no ports' },
  mcp: ({ server, tool, argument }) =>
    argument === undefined ? { text: `Mcp(${server}:${tool})` } : { why: 'conditions on arguments' },
  tool: () => ({ why: 'Cursor knows no such tool' }),
});
