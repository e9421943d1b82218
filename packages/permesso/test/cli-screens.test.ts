import { expect, test } from 'vitest';
import { renderCli, writtenCli } from './cli-screens.ts';

test('the screens in the docs are what the commands print, and fit 80 columns', () => {
  const rendered = renderCli();
  expect(writtenCli()).toBe(rendered);
  const printed = Array.from(rendered.matchAll(/```console\n(.*?)\n```/gs), ([, screen = '']) =>
    screen.split('\n'),
  );
  expect(printed.length).toBeGreaterThan(15);
  expect(printed.flat().filter((line) => line.length > 80 && !line.startsWith('$ '))).toEqual([]);
});
