import { readFileSync } from 'node:fs';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ToolCall } from '@permesso/engine/call';
import { fixedWorld } from '@permesso/engine/world';
import { createGate } from '@permesso/gate/gate';
import type { ApprovalRequest } from '@permesso/protocol/approval';
import type { InboxItem } from '@permesso/protocol/console';
import { isLasting, requestTitle } from '@permesso/protocol/text';
import { approvalForm } from '../../permesso/src/bridge/form.ts';
import { printApproval } from '../../permesso/src/cli/pending/print-approval.ts';
import { itemOf } from '../../permesso/src/local-console/routes/inbox.ts';
import { EffectRows } from '../src/ui/effects.tsx';
import { TickedText } from '../src/ui/ticked-text.tsx';

/** The calls and words that the other surfaces show: `packages/gate/test/asked-words.test.ts`. */
const calls = JSON.parse(
  readFileSync(new URL('../../gate/test/asked-calls.json', import.meta.url), 'utf8'),
) as readonly ToolCall[];

const world = fixedWorld();
const gate = createGate({ policy: { ask: ['*'] }, world: () => world });

async function requestFor(call: ToolCall): Promise<ApprovalRequest> {
  const { request } = await gate.consult({ ...call, host: 'claude-code' });
  if (request === undefined) throw new Error(`${JSON.stringify(call)} is not asked about`);
  return request;
}

type Surface = (request: ApprovalRequest) => string;

const surfaces: Readonly<Record<string, Surface>> = {
  "the agent's own window": (request) =>
    approvalForm(request, { title: 'Claude Code', lines: 200, columns: 120 }).form.message,
  'the command line': (request) =>
    printApproval({ id: 'q', state: 'pending', request, askedAt: 0 }, { width: 400 }),
  'the local console': (request) => consoleText(itemOf({ id: 'q', state: 'pending', request, askedAt: 0 })),
};

function consoleText(item: InboxItem): string {
  const title = createElement(TickedText, { text: requestTitle(item) });
  return `${markup(title)} ${markup(createElement(EffectRows, { effects: item.effects }))}`;
}

function markup(node: ReactNode): string {
  return renderToStaticMarkup(node).replaceAll(/<[^>]+>/gu, ' ');
}

/** Letters and digits alone: every surface has its own marks, quotes, escapes and line breaks. */
function lettersIn(text: string): string {
  const plain = text.replaceAll(/\\[nt]/gu, ' ').replaceAll(/&[a-z#\d]+;/gu, ' ');
  return plain.replaceAll(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

test.each(Object.entries(surfaces))('%s has the title and the effects of every call', async (_name, show) => {
  const missing: string[] = [];
  for (const call of calls) {
    const request = await requestFor(call);
    const shown = lettersIn(show(request));
    const wanted = [requestTitle(request), ...request.effects.slice(0, 8).map(({ words }) => words)];
    for (const words of wanted) if (!shown.includes(lettersIn(words))) missing.push(words);
    if (isLasting(request) && !/cannotbeundone|nothingcanbringback/u.test(shown))
      missing.push(`${requestTitle(request)}: that it cannot be undone`);
  }
  expect(missing).toEqual([]);
});

test('of what cannot be undone nothing is chosen for the person', async () => {
  for (const call of calls) {
    const request = await requestFor(call);
    if (!isLasting(request)) continue;
    const { form, choices } = approvalForm(request, { title: 'Claude Code', lines: 40, columns: 120 });
    expect(choices[0]?.answer.verdict).toBe('deny');
    expect(form.requestedSchema.properties['answer']).not.toHaveProperty('default');
  }
});
