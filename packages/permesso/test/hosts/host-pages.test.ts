import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hookHosts } from '../../src/host-lists/hook-hosts.ts';

const headings = ['Setup', 'How asks are handled', 'Limitations', 'How it can be bypassed', 'Evidence'];

function pageOf(host: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../../docs/hosts/${host}.md`, import.meta.url)), 'utf8');
}

test.each([...hookHosts.keys(), 'acp'])('%s has a page with these sections', (host) => {
  const found = Array.from(pageOf(host).matchAll(/^## (.*)$/gm), ([, heading]) => heading);
  expect(found).toEqual(headings);
});

test('what was never run says so', () => {
  const words = 'Written from the documentation, never run.';
  const unrun = [...hookHosts.keys()].filter((host) => pageOf(host).includes(words));
  expect(unrun.toSorted()).toEqual(['cursor', 'kiro', 'windsurf']);
});
