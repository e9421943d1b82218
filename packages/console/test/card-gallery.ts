import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createGate } from '@permesso/gate/gate';
import { ApprovalCard, approvalCardGerman, type ApprovalCardProps } from '@permesso/gate/react';
import { fixedWorld } from '@permesso/engine/world';

/**
 * The approval card in six states, as a page to open: `node --conditions=@permesso/source
 * packages/console/test/card-gallery.ts FILE.html`.
 */
const style = readFileSync(new URL('../../gate/src/sdks/react/card.css', import.meta.url), 'utf8');

const world = fixedWorld();
const gate = createGate({
  policy: { ask: [{ rule: 'refund', message: 'Refunds move money.' }] },
  world: () => world,
});

async function card(
  call: Parameters<typeof gate.consult>[0],
  more: Partial<ApprovalCardProps> & { readonly editable?: boolean } = {},
): Promise<string> {
  const { editable = false, ...props } = more;
  const { request } = await gate.consult(call, { editable });
  if (request === undefined) throw new Error('not asked about');
  const approval = { request, expiresAt: Date.UTC(2026, 0, 5, 14, 30) };
  return renderToStaticMarkup(
    createElement(ApprovalCard, { approval, send: async () => undefined, agent: 'Shop assistant', ...props }),
  );
}

const bash = (command: string) => ({ tool: 'Bash', input: { command } });
const refund = { tool: 'refund', input: { customer: 'anna', amount: 200 } };
const states: readonly (readonly [string, string])[] = [
  ['An ordinary call', await card(refund)],
  ['Cannot be undone, with a safer call', await card(bash('git push --force origin main'))],
  ['May be edited', await card(refund, { editable: true })],
  ['Hidden characters', await card(bash('make one \u202e# eno'))],
  [
    'Another language',
    await card(refund, {
      texts: approvalCardGerman,
      agent: 'Der Assistent',
      does: 'anna 200 € erstatten',
    }),
  ],
  [
    'Answered',
    (await card(refund))
      .replace('data-state="open"', 'data-state="allowed"')
      .replace('<p role="status"></p>', '<p role="status">Allowed.</p>'),
  ],
];

writeFileSync(
  process.argv[2] ?? join(import.meta.dirname, 'card-gallery.html'),
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Approval card</title><style>
body{margin:24px;font:14px system-ui;background:light-dark(#f5f7f6,#0e1211);color:light-dark(#17201d,#e6ebe9);color-scheme:light dark}
main{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr));gap:24px;align-items:start}
${style}</style><main>${states.map(([name, html]) => `<div><h1 style="font-size:14px">${name}</h1>${html}</div>`).join('')}</main></html>\n`,
);
