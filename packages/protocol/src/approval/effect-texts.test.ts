import { expect, test } from 'vitest';
import type { ToolCall } from '@permesso/engine/call';
import { readFacts, toolboxOf, toolFor } from '@permesso/engine/facts';
import { fixedWorld } from '@permesso/engine/world';
import { effectTexts } from './effect-texts.ts';

const world = fixedWorld({ links: { '/home/dev/project/out': '/etc/hosts' } });

function wordsFor(call: ToolCall): readonly string[] {
  return effectTexts(readFacts(call, toolFor(toolboxOf(), call), world)).map(
    ({ words, lasting }) => `${lasting ? '! ' : ''}${words}`,
  );
}

test.each<[ToolCall, readonly string[]]>([
  [{ tool: 'Write', input: { file_path: 'a.ts', content: '' } }, ['writes /home/dev/project/a.ts']],
  [
    { tool: 'Write', input: { file_path: 'out', content: '' } },
    ['writes /home/dev/project/out (which is /etc/hosts)'],
  ],
  [{ tool: 'Read', input: { file_path: 'out' } }, ['reads /home/dev/project/out (which is /etc/hosts)']],
  [{ tool: 'WebFetch', input: { url: 'https://a.example/x' } }, ['talks to https://a.example']],
  [
    { tool: 'Bash', input: { command: 'rm -r build > out' } },
    [
      '! deletes /home/dev/project/build and everything in it',
      'writes /home/dev/project/out (which is /etc/hosts)',
    ],
  ],
  [{ tool: 'Bash', input: { command: 'npm publish' } }, ['! npm publish cannot be undone']],
])('%j', (call, words) => {
  expect(wordsFor(call)).toEqual(words);
});
