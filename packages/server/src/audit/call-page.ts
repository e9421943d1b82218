import { html, plainPage } from '../route/plain-page.ts';

/** In the order in which an auditor asks. */
const rows: Readonly<Record<string, string>> = {
  organisation: 'Organisation',
  project: 'Project',
  machine: 'Machine',
  owner: 'Owner',
  call: 'Call',
  effects: 'Effects',
  rules: 'Rules that asked',
  policy: 'Policy',
  review: 'Review of the policy',
  askedAt: 'Asked',
  quorum: 'People who must agree',
  votes: 'Votes',
  outcome: 'Outcome',
  why: 'Reason',
  settledAt: 'Settled',
  usedAt: 'Used',
  proof: 'Proof',
};

/** All of it on one page. Everything on it was chosen by others, so it is text and nothing else. */
export function callPage(evidence: Readonly<Record<string, unknown>>): ReturnType<typeof plainPage> {
  const shown = Object.entries(rows).flatMap(([name, title]) => {
    const value = evidence[name];
    const isNothing = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
    return isNothing ? [] : [`<tr><th>${title}</th><td>${cell(value)}</td></tr>`];
  });
  return plainPage(
    `Evidence of approval request ${String(evidence['approval'])}`,
    `<table>${shown.join('')}</table>`,
  );
}

function cell(value: unknown): string {
  if (typeof value === 'string') return html(value);
  return `<pre>${html(JSON.stringify(value, undefined, 2))}</pre>`;
}
