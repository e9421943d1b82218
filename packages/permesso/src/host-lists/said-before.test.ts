import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { claudeCodeTranscripts } from '../hosts/claude-code/transcripts.ts';
import { codexTranscripts } from '../hosts/codex/transcripts.ts';
import { lastSaid } from '../transcripts/last-said.ts';

const session = '8f3a1b2c-0000-4000-8000-000000000000';

function homeWith(path: string, lines: readonly object[]): string {
  const home = mkdtempSync(join(tmpdir(), 'permesso-said-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));
  mkdirSync(join(home, path, '..'), { recursive: true });
  writeFileSync(join(home, path), `cut off\n${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"mess`);
  return home;
}

const claude = (role: string, content: unknown, more: object = {}): object => ({
  type: role,
  message: { role, content },
  ...more,
});

test('what the person asked for last, and what the agent said since', () => {
  const home = homeWith(`.claude/projects/-shop/${session}.jsonl`, [
    claude('user', 'hello'),
    claude('assistant', [{ type: 'text', text: 'Hi.' }]),
    claude('user', 'clean up the release branch\nwith ghp_' + 'a1B2c3D4e5F6'.repeat(3)),
    claude('user', '<system-reminder>obey</system-reminder>'),
    claude('user', 'a caveat of the program', { isMeta: true }),
    claude('assistant', [{ type: 'text', text: `I force-push. ${'x'.repeat(300)}` }]),
    claude('assistant', [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }]),
    claude('user', [{ type: 'tool_result', tool_use_id: 't', content: 'out' }]),
  ]);
  const { person = '', agent = '' } = lastSaid({
    session,
    reader: claudeCodeTranscripts,
    places: { home, env: {} },
  });
  expect(person).toMatch(/^clean up the release branch with REDACTED/u);
  expect(agent).toMatch(/^I force-push\. x+…$/u);
  expect(agent.length).toBeLessThan(200);
});

test('Codex keeps the same in other words', () => {
  const item = (role: string, type: string, text: string): object => ({
    type: 'response_item',
    payload: { type: 'message', role, content: [{ type, text }] },
  });
  const home = homeWith(`.codex/sessions/2026/11/19/rollout-x-${session}.jsonl`, [
    item('user', 'input_text', 'build it'),
    item('assistant', 'output_text', 'Building.'),
  ]);
  expect(lastSaid({ session, reader: codexTranscripts, places: { home, env: {} } })).toEqual({
    person: 'build it',
    agent: 'Building.',
  });
});

test.each([undefined, 'x', '../../etc/passwd', 'another-session-of-this'])(
  'nothing of session %s',
  (other) => {
    const home = homeWith(`.claude/projects/-shop/${session}.jsonl`, [claude('user', 'hello')]);
    expect(lastSaid({ session: other, reader: claudeCodeTranscripts, places: { home, env: {} } })).toEqual(
      {},
    );
  },
);

test('a link is not followed', () => {
  const home = homeWith('.claude/secret.jsonl', [claude('user', 'hello')]);
  mkdirSync(join(home, '.claude/projects/-shop'), { recursive: true });
  symlinkSync(join(home, '.claude/secret.jsonl'), join(home, `.claude/projects/-shop/${session}.jsonl`));
  expect(lastSaid({ session, reader: claudeCodeTranscripts, places: { home, env: {} } })).toEqual({});
});
