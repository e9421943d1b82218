import { expect, test } from 'vitest';
import type { ShownPart } from '@permesso/protocol/console';
import { markupOf, textOf } from '../../test/examples.ts';
import { CommandBlock } from './command-block.tsx';

const text = 'ls && git push';
const part = (label: string, verdict: ShownPart['verdict'], reason = 'r'): ShownPart => {
  const start = text.indexOf(label);
  return {
    label,
    verdict,
    reason,
    doubts: [],
    ...(start < 0 ? {} : { span: { start, end: start + label.length } }),
  };
};
const shown = (command: string, parts: readonly ShownPart[]): string =>
  markupOf(CommandBlock, { text: command, parts });

test('each part is underlined by its verdict, with its reason once', () => {
  const markup = shown(text, [
    part('git push', 'ask', 'Bash(git push:*) (user, policy.yaml:3) asks about it'),
    part('ls', 'allow', 'it only reads'),
  ]);
  expect(markup).toMatch(/u allow.*u ask/s);
  expect(textOf(markup)).toMatch(/ls allow it only reads &amp;&amp; git push ask Bash\(git push:\*\)$/);
});

test('a part around others is said below', () => {
  const outer = { ...part('x', 'ask', 'a list'), span: { start: 0, end: text.length } };
  expect(shown(text, [outer, part('ls', 'allow')])).toContain('cmd-notes');
});

test('parts that cross are not underlined, nor those outside of the text', () => {
  const crossing = [
    { ...part('a', 'ask'), span: { start: 0, end: 5 } },
    { ...part('b', 'ask'), span: { start: 3, end: 9 } },
  ];
  expect(shown(text, crossing)).not.toContain('class="u ');
  expect(shown(text, [part('ls', 'allow'), { ...part('b', 'ask'), span: { start: 5, end: 99 } }])).toContain(
    'cmd long',
  );
});

test('a long command is shown whole, without notes', () => {
  const long = `echo ${'x'.repeat(6000)}`;
  expect(textOf(shown(long, [part('ls', 'allow')]))).toBe(long);
});

test('what an agent wrote stays text', () => {
  const markup = shown('echo <script>alert(1)</script>\u202e', []);
  expect(markup).not.toContain('<script>');
  expect(markup).not.toContain('\u202e');
});
