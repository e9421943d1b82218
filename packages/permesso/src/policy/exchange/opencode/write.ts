import { parsePattern } from '../../parse-pattern.ts';
import { printCommandWords } from '../../command-words.ts';
import type { Layer } from '../../layer.ts';
import type { RuleObject } from '../../rule.ts';
import { verdicts, type Verdict } from '../../verdict.ts';
import type { Written } from '../format.ts';
import { rulesOf, writing } from '../writing.ts';

/** Layers -> `permission` of an `opencode.json`. The last match decides there, so the stricter verdicts come last. */
export function writeOpencode(layers: readonly Layer[]): Written {
  const report = writing('OpenCode');
  const unlisted: Verdict = layers.some((layer) => layer.unlisted === 'deny') ? 'deny' : 'ask';
  const tools = new Map<string, Map<string, Verdict>>([['bash', new Map([['*', unlisted]])]]);
  for (const verdict of verdicts) {
    for (const rule of rulesOf(layers, verdict)) {
      const said = toEntry(rule);
      if ('why' in said) report.lose(verdict, rule, said.why);
      else {
        report.loseWords(rule);
        const patterns = tools.get(said.tool) ?? new Map([['*', unlisted]]);
        for (const pattern of said.patterns) {
          // A key that is there keeps its place; it must come behind what is looser.
          patterns.delete(pattern);
          patterns.set(pattern, verdict);
        }
        tools.set(said.tool, patterns);
      }
    }
  }
  for (const name of layers.flatMap((layer) => layer.tools?.hidden ?? []))
    tools.set(name, new Map([['*', 'deny']]));
  const mode = report.modeOf(layers);
  if (mode !== undefined && mode !== 'default')
    report.note(`mode: ${mode}`, 'OpenCode has no such mode', 'not-carried');
  const permission = {
    '*': unlisted,
    ...Object.fromEntries(
      Array.from(tools, ([tool, patterns]) => [
        tool,
        patterns.size === 1 ? patterns.get('*') : Object.fromEntries(patterns),
      ]),
    ),
  };
  return {
    text: `${JSON.stringify({ $schema: 'https://opencode.ai/config.json', permission }, undefined, 2)}\n`,
    losses: report.losses(),
  };
}

type Entry = { readonly tool: string; readonly patterns: readonly string[] } | { readonly why: string };

const kinds = { shell: 'bash', read: 'read', write: 'edit', url: 'webfetch', mcp: undefined } as const;

function toEntry(spec: RuleObject): Entry {
  if (spec.when !== undefined) return { why: 'conditions on arguments' };
  if (spec.agents !== undefined) return { why: 'it is for some agents only' };
  if (spec.expires !== undefined) return { why: 'it expires' };
  const parsed = parsePattern(spec.rule);
  if (!parsed.ok) return { why: parsed.error.message };
  const pattern = parsed.value;
  switch (pattern.about) {
    case 'kind': {
      const tool = kinds[pattern.of];
      return tool === undefined
        ? { why: 'OpenCode names the tools of servers one by one' }
        : { tool, patterns: ['*'] };
    }
    case 'command': {
      if (pattern.words.some((word) => word.is !== 'literal' || /[\s*?\\'"]/u.test(word.text)))
        return { why: 'OpenCode compares text, not words; only plain words can be said' };
      const words = printCommandWords({ ...pattern, open: false });
      return { tool: 'bash', patterns: [pattern.open ? `${words} *` : words] };
    }
    case 'path': {
      const text = pattern.glob.text;
      if (pattern.tool !== undefined || /[{}[\]\\?]/u.test(text))
        return { why: 'OpenCode knows `*` alone in paths' };
      const glob = text
        .replace(/^\.\//u, '')
        .replace(/^\/\//u, '/')
        .replaceAll('**/', '*')
        .replaceAll('**', '*');
      return { tool: pattern.access === 'read' ? 'read' : 'edit', patterns: [glob] };
    }
    case 'host':
      return pattern.host.subdomains || pattern.host.port !== ''
        ? { why: 'OpenCode compares the text of an address' }
        : { tool: 'webfetch', patterns: [`https://${pattern.host.host}/*`] };
    case 'mcp':
      if (pattern.argument !== undefined) return { why: 'conditions on arguments' };
      return { tool: `${pattern.server}_${pattern.tool}`, patterns: ['*'] };
    case 'tool':
      return pattern.argument === undefined
        ? { tool: pattern.name, patterns: ['*'] }
        : { why: 'conditions on arguments' };
  }
}
