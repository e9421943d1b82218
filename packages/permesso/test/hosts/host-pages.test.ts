import { agentName } from '@permesso/protocol/text';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hookHosts } from '../../src/host-lists/hook-hosts.ts';

const headings = ['Setup', 'How asks are handled', 'Limitations', 'How it can be bypassed', 'Evidence'];

function pageOf(host: string): string {
  const [own, shared] = [host, 'more-agents'].map((name) =>
    fileURLToPath(new URL(`../../../../docs/hosts/${name}.md`, import.meta.url)),
  );
  return readFileSync(existsSync(own ?? '') ? (own ?? '') : (shared ?? ''), 'utf8');
}

test.each([...hookHosts.keys(), 'acp'])('%s has a page with these sections', (host) => {
  const found = Array.from(pageOf(host).matchAll(/^## (.*)$/gm), ([, heading]) => heading);
  expect(found).toEqual(headings);
  expect(pageOf(host)).toContain(host === 'acp' ? 'ACP' : agentName(host));
});

test('what was never run says so', () => {
  const words = 'Written from the documentation, never run.';
  const unrun = [...hookHosts.keys()].filter((host) => pageOf(host).includes(words));
  expect(unrun.toSorted()).toEqual(['cursor', 'kiro', 'windsurf']);
});
