import { isRecord } from '@permesso/engine/call';
import { html, plainPage } from '../../route/plain-page.ts';

/** In the order in which an auditor asks. */
const rows: Readonly<Record<string, string>> = {
  title: 'What it does',
  call: 'Call',
  effects: 'Effects',
  cannotBeUndone: 'Cannot be undone',
  organisation: 'Organisation',
  project: 'Project',
  machine: 'Machine',
  owner: 'Owner',
  askedAt: 'Asked',
  reason: 'Why it asked',
  rules: 'Rules that asked',
  policy: 'Policy',
  review: 'Review of the policy',
  quorum: 'People who must agree',
  votes: 'Votes',
  outcome: 'Outcome',
  why: 'Reason',
  settledAt: 'Settled',
  usedAt: 'Used',
  proof: 'Proof of the votes',
};

const howToCheck =
  'To check the votes without this server: <code>permesso admin approvals show ID --json &gt; evidence.json</code>, then <code>permesso admin audit verify evidence.json --key KEY</code>.';

/** A single page. Everything on it was chosen by others, so it is escaped text and nothing else. */
export function callPage(evidence: Readonly<Record<string, unknown>>): ReturnType<typeof plainPage> {
  const shown = Object.entries(rows).flatMap(([name, title]) => {
    const value = name === 'proof' ? proofSummary(evidence[name]) : evidence[name];
    return isNothing(value) ? [] : [`<tr><th>${title}</th><td>${cell(value)}</td></tr>`];
  });
  return plainPage(
    `Evidence of approval request ${String(evidence['approval'])}`,
    `<table>${shown.join('')}</table><p>${howToCheck}</p>`,
  );
}

function isNothing(value: unknown): boolean {
  return (
    value === null || value === undefined || value === false || (Array.isArray(value) && value.length === 0)
  );
}

/** The parts that a person can compare by eye; the hashes on the path to the root are in the JSON. */
function proofSummary(proof: unknown): unknown {
  if (!isRecord(proof)) return undefined;
  const { checkpoint, records, keys } = proof;
  if (!Array.isArray(records) || records.length === 0) return undefined;
  return {
    checkpoint,
    records: records.map(({ leaf, line }: Readonly<Record<string, unknown>>) => ({ leaf, line })),
    keys,
  };
}

/** An object's fields become rows; a list of objects becomes a table. */
function cell(value: unknown): string {
  if (value === true) return 'yes';
  if (Array.isArray(value)) {
    if (!value.every(isRecord)) return value.map((each) => `<div>${cell(each)}</div>`).join('');
    const names = [...new Set(value.flatMap((each) => Object.keys(each)))];
    const wanted = names.filter((name) => value.some((each) => !isNothing(each[name])));
    const head = wanted.map((name) => `<th>${html(name)}</th>`).join('');
    const lines = value.map((each) => wanted.map((name) => `<td>${cell(each[name] ?? '')}</td>`).join(''));
    return `<table><tr>${head}</tr>${lines.map((line) => `<tr>${line}</tr>`).join('')}</table>`;
  }
  if (!isRecord(value)) return html(String(value));
  const fields = Object.entries(value).filter(([, each]) => !isNothing(each));
  return `<table>${fields.map(([name, each]) => `<tr><th>${html(name)}</th><td>${cell(each)}</td></tr>`).join('')}</table>`;
}
