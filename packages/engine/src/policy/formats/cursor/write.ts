import type { CommandRule } from '../../rules/pattern.ts';
import type { Layer } from '../../layer.ts';
import type { RuleObject } from '../../rules/rule.ts';
import type { Verdict } from '../../rules/verdict.ts';
import type { ExportedPolicy } from '../format.ts';
import {
  plainPattern,
  plainWords,
  rulesWithVerdict,
  writing,
  type Inexpressible,
  noEffects,
} from '../writing.ts';

/** Layers -> permissions of Cursor's command line. */
export function writeCursor(layers: readonly Layer[]): ExportedPolicy {
  const report = writing('Cursor');
  const lists = { allow: new Set<string>(), deny: new Set<string>() };
  for (const verdict of ['allow', 'deny'] as const) {
    for (const rule of rulesWithVerdict(layers, verdict)) {
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
  for (const rule of rulesWithVerdict(layers, 'ask')) report.lose('ask', rule, 'Cursor has no ask rules');
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

type CursorToken = { readonly text: string; readonly wider?: true } | Inexpressible;

const kinds = {
  shell: 'Shell(*)',
  // A relative pattern would stop at the project.
  read: 'Read(/**)',
  write: 'Write(/**)',
  url: 'WebFetch(*)',
  mcp: 'Mcp(*:*)',
} as const;

function toToken(verdict: Verdict, spec: RuleObject): CursorToken {
  const plain = plainPattern(spec);
  if ('why' in plain) return plain;
  const { pattern } = plain;
  switch (pattern.about) {
    case 'kind':
      return { text: kinds[pattern.of] };
    case 'effect':
      return noEffects;
    case 'command':
      return fromCommand(verdict, pattern);
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

function fromCommand(verdict: Verdict, { words, open }: CommandRule): CursorToken {
  const [name, ...rest] = plainWords(words) ?? [];
  if (name === undefined) return { why: 'Cursor compares text, not words; only plain words can be said' };
  if (rest.length > 0) return { text: `Shell(${name}:${rest.join(' ')}${open ? ' *' : ''})` };
  if (open) return { text: `Shell(${name})` };
  return verdict === 'allow'
    ? { why: 'Cursor allows a command with any arguments or not at all' }
    : { text: `Shell(${name})`, wider: true };
}
