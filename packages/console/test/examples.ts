import { createElement, type ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { InboxItem, ListedRule, RequestContext } from '@permesso/protocol/console';
import type { DecisionEntry } from '@permesso/protocol/entry';

/** The markup of a component, as a browser gets it first. */
export function markupOf<Props extends object>(component: ComponentType<Props>, props: Props): string {
  return renderToStaticMarkup(createElement(component, props));
}

/** What a person reads of it. */
export function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

export function exampleRequest(change: Partial<InboxItem> = {}): InboxItem {
  return {
    id: 'q1',
    digest: 'd',
    askedAt: 0,
    call: {
      tool: 'Bash',
      input: { command: 'git push' },
      cwd: '/home/ada/shop',
      host: 'codex',
      session: 's1',
    },
    message: '',
    summary: { title: '', why: '' },
    parts: [],
    effects: [],
    scopes: ['once'],
    suggestions: [],
    editable: true,
    warnings: [],
    ...change,
  };
}

export const exampleTeam: RequestContext = {
  projectId: 'p',
  project: 'shop',
  agent: 'mbp-anna',
  owner: 'anna@acme.example',
  quorum: 2,
  votes: [],
  joined: 0,
  isEscalated: false,
  mayPropose: false,
};

export function exampleRule(change: Partial<ListedRule> = {}): ListedRule {
  return {
    key: 'k',
    verdict: 'allow',
    text: 'Bash(ls:*)',
    layer: 'user',
    trusted: true,
    editable: true,
    findings: [],
    hits: 1,
    ...change,
  };
}

export function exampleDecision(change: Partial<DecisionEntry> = {}): DecisionEntry {
  return {
    v: 1,
    seq: 7,
    at: '2026-11-12T10:00:00.000Z',
    prev: '0',
    hash: '1',
    type: 'decision',
    agent: ['main'],
    call: { tool: 'Bash', input: { command: 'git push' }, cwd: '/home/ada/shop' },
    verdict: 'ask',
    mode: 'default',
    receipt: { parts: [], rules: [] },
    ...change,
  };
}
