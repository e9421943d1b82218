import { expect, test } from 'vitest';
import { exampleTeam, markupOf, textOf } from '../../test/examples.ts';
import { Quorum } from './quorum.tsx';
import { Why } from './why.tsx';
import { exampleRequest } from '../../test/examples.ts';

test('who has approved, how many must, and whose agent asks', () => {
  const votes = [
    { by: 'ben@acme.example', verdict: 'allow' },
    { by: 'eve@acme.example', verdict: 'deny' },
  ];
  const markup = markupOf(Quorum, { team: { ...exampleTeam, votes } });
  const text = textOf(markup);
  expect(text).toContain('owner anna@acme.example');
  expect(text).toContain('1 of 2 ben@acme.example approved One denial is enough.');
  expect(text).not.toContain('eve');
  expect(markup.match(/<i class="on">/g)).toHaveLength(1);
});

test('one vote is no vote of several, and why somebody cannot answer is said', () => {
  const text = textOf(
    markupOf(Quorum, {
      team: { ...exampleTeam, quorum: 1, joined: 2, isEscalated: true, whyNot: 'it is yours' },
    }),
  );
  expect(text).not.toContain('One denial');
  expect(text).toContain('Asked again 2 times. Nobody answered in time');
  expect(text).toContain('it is yours');
});

test('why it asks counts the parts that no rule allows', () => {
  const part = { label: 'ls', verdict: 'allow', reason: 'it only reads', doubts: [] } as const;
  const parts = [part, { ...part, label: 'git push', verdict: 'ask' as const }];
  const text = textOf(markupOf(Why, { item: exampleRequest({ parts }) }));
  expect(text).toContain('1 part of 2 not allowed by a rule');
});
