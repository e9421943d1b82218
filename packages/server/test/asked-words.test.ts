import { expect, test } from 'vitest';
import type { ApprovalRequest } from '@permesso/protocol/approval';
import { shownSummary } from '../src/approvals/index.ts';
import { mailText } from '../src/notifications/index.ts';
import { askedRequests, requestFor, wordsMissingIn } from './asked-messages.ts';

test('a mail has the title and the effects of every call', async () => {
  expect(await wordsMissingIn(mailText)).toEqual([]);
});

test("the team's console has the words of the machine", async () => {
  for (const request of await askedRequests()) {
    const { effects, ...summary } = shownSummary(request);
    expect(summary).toEqual(request.summary);
    expect(effects).toEqual(request.effects);
  }
});

test('a machine that keeps silent about what cannot be undone is not believed', async () => {
  const request = await requestFor({ tool: 'Bash', input: { command: 'git push --force origin main' } });
  const { why = '' } = request.summary ?? {};
  const quiet = { ...request, summary: { title: 'list the branches', why }, effects: [] };
  expect(shownSummary(quiet)).toMatchObject({
    title: 'overwrite origin/main, which others see',
    effects: [{ lasting: true }],
  });
});

test('a request of an older program has a title all the same, and one that is malformed names its tool', async () => {
  const { summary: _summary, ...older } = await requestFor({
    tool: 'Bash',
    input: { command: 'npm publish' },
  });
  expect(shownSummary(older as ApprovalRequest).title).toBe('publish this package to the npm registry');
  const broken = { ...older, summary: { title: 7 }, effects: 'x', call: { tool: 'Bash' } };
  expect(shownSummary(broken as unknown as ApprovalRequest).title).toBe('use Bash');
});
