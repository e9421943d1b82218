import { parsePattern } from '../../parse-pattern.ts';
import type { Layer } from '../../layer.ts';
import type { RuleObject } from '../../rule.ts';
import type { Verdict } from '../../verdict.ts';
import type { Written } from '../format.ts';
import { rulesOf, writing } from '../writing.ts';

/** Layers -> permissions of Cursor's command line. */
export function writeCursor(layers: readonly Layer[]): Written {
  const report = writing('Cursor');
  const lists = { allow: new Set<string>(), deny: new Set<string>() };
  for (const verdict of ['allow', 'deny'] as const) {
    for (const rule of rulesOf(layers, verdict)) {
      const said = toToken(verdict, rule);
      if ('why' in said) report.lose(verdict, rule, said.why);
      else {
        if (said.wider === true)
          report.note(
            `${verdict}: ${rule.rule}`,
            `Cursor says \`${said.text}\`, which denies more`,
            'stricter',
          );
        report.loseWords(rule);
        lists[verdict].add(said.text);
      }
    }
  }
  for (const rule of rulesOf(layers, 'ask')) report.lose('ask', rule, 'Cursor has no ask rules');
  const mode = report.modeOf(layers);
  if (mode !== undefined && mode !== 'default')
    report.note(`mode: ${mode}`, 'Cursor has no such mode', 'not-carried');
  if (layers.some(({ unlisted }) => unlisted === 'deny'))
    report.note('unlisted: deny', 'Cursor asks about what no rule names', 'not-carried');
  if (layers.some(({ tools }) => tools !== undefined))
    report.note('tools', 'Cursor has no lists of visible tools', 'not-carried');
  const permissions = { allow: [...lists.allow], deny: [...lists.deny] };
  return { text: `${JSON.stringify({ permissions }, undefined, 2)}\n`, losses: report.losses() };
}

type Token = { readonly text: string; readonly wider?: true } | { readonly why: string };

function toToken(verdict: Verdict, spec: RuleObject): Token {
  if (spec.when !== undefined) return { why: 'conditions on arguments' };
  if (spec.agents !== undefined) return { why: 'it is for some agents only' };
  if (spec.expires !== undefined) return { why: 'it expires' };
  const parsed = parsePattern(spec.rule);
  if (!parsed.ok) return { why: parsed.error.message };
  const pattern = parsed.value;
  switch (pattern.about) {
    case 'kind':
      return {
        text: {
          shell: 'Shell(*)',
          read: 'Read(**)',
          write: 'Write(**)',
          url: 'WebFetch(*)',
          mcp: 'Mcp(*:*)',
        }[pattern.of],
      };
    case 'command': {
      const words = pattern.words.flatMap((word) =>
        word.is === 'literal' && /^[^\s:*?'"\\()]+$/u.test(word.text) ? [word.text] : [],
      );
      const [name, ...rest] = words;
      if (words.length !== pattern.words.length || name === undefined)
        return { why: 'Cursor compares text, not words; only plain words can be said' };
      if (rest.length === 0 && pattern.open) return { text: `Shell(${name})` };
      if (pattern.open) return { text: `Shell(${name}:${rest.join(' ')} *)` };
      if (verdict === 'allow')
        return rest.length === 0
          ? { why: 'Cursor allows a command with any arguments or not at all' }
          : { text: `Shell(${name}:${rest.join(' ')})` };
      return rest.length === 0
        ? { text: `Shell(${name})`, wider: true }
        : { text: `Shell(${name}:${rest.join(' ')})` };
    }
    case 'path':
      if (pattern.tool !== undefined) return { why: 'Cursor knows reading and writing only' };
      return {
        text: `${pattern.access === 'read' ? 'Read' : 'Write'}(${pattern.glob.text.replace(/^\/\//u, '/')})`,
      };
    case 'host':
      return pattern.host.port === ''
        ? { text: `WebFetch(${pattern.host.subdomains ? '*.' : ''}${pattern.host.host})` }
        : { why: 'Cursor knows no ports' };
    case 'mcp':
      return pattern.argument === undefined
        ? { text: `Mcp(${pattern.server}:${pattern.tool})` }
        : { why: 'conditions on arguments' };
    case 'tool':
      return { why: 'Cursor knows no such tool' };
  }
}
