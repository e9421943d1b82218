import { expect, test } from 'vitest';
import { renderInstall, writtenInstall } from './install-screens.ts';

test(
  'the screens in the docs are what the commands print, and fit 80 columns',
  { timeout: 60_000 },
  async () => {
    const rendered = await renderInstall();
    expect(writtenInstall()).toBe(rendered);
    const printed = Array.from(rendered.matchAll(/```console\n(.*?)\n```/gs), ([, screen = '']) =>
      screen.split('\n'),
    );
    expect(printed.length).toBe(9);
    expect(printed.flat().filter((line) => line.length > 80)).toEqual([]);
    expect(rendered).not.toMatch(/ghp_0123.*\n.*\$ permesso/s);
  },
);
