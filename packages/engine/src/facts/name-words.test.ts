import { expect, test } from 'vitest';
import { nameWords } from './name-words.ts';

test.each([
  ['publishToMavenCentral', 'publish to maven central'],
  ['XMLFile2Go', 'xml file2 go'],
  ['__.db:reset-ALL', 'db reset all'],
  ['größeÄndern', 'größe ändern'],
  ['ÄÖFeld\tдатаFile', 'äö feld дата file'],
  ['', ''],
])('the words of %s', (name, words) => {
  expect(nameWords(name).join(' ')).toBe(words);
  // By the other expressions too, which are for names beyond ASCII.
  expect(nameWords(`${name} é`).join(' ').trim()).toBe(`${words} é`.trim());
});
