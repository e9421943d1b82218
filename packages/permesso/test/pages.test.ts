import { expect, test } from 'vitest';
import { renderConformancePage, writtenConformancePage } from './conformance-page.ts';
import { decisionPages, renderDecisionPage, writtenDecisionPage } from './decision-page.ts';
import { replaceSection } from './page-section.ts';

test('the results on the conformance page are what the engine answers', async () => {
  expect(writtenConformancePage()).toBe(await renderConformancePage());
});

test.each(decisionPages)('tables and examples in %s are those of the engine', (page) => {
  expect(writtenDecisionPage(page)).toBe(renderDecisionPage(page));
});

test('a page without its marks is refused, not written', () => {
  expect(replaceSection('a <!-- x --> old <!-- /x --> b', 'x', 'new')).toBe(
    'a <!-- x -->\n\nnew\n\n<!-- /x --> b',
  );
  expect(() => replaceSection('a', 'x', 'new')).toThrow('no section x');
  expect(() => replaceSection('<!-- /x --> <!-- x -->', 'x', 'new')).toThrow('no section x');
});
