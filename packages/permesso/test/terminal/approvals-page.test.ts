import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hosts } from '../../src/host-lists/hosts.ts';
import { agentTexts } from '@permesso/protocol/text';
import { renderApprovalsPage, screensOnPage, writtenApprovalsPage } from './approvals-page.ts';

test('the screens on the page are those of the terminal', () => {
  expect(writtenApprovalsPage()).toBe(renderApprovalsPage());
});

test('every place on the page has its screen', () => {
  const kept = globSync('*.txt', { cwd: join(import.meta.dirname, 'screens') });
  expect(screensOnPage().filter((name) => !kept.includes(`${name}.txt`))).toEqual([]);
  expect(screensOnPage().length).toBeGreaterThan(1);
});

test('for every program that init sets up it is known where a person is asked', () => {
  expect(Object.keys(agentTexts).toSorted()).toEqual(hosts.map(({ name }) => name).toSorted());
});
