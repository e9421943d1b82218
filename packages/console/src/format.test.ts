import { expect, test } from 'vitest';
import {
  countText,
  dayText,
  durationText,
  errorText,
  folderName,
  shortName,
  subjectOf,
  toolAndSubject,
} from './format.ts';

test.each([
  [-5, '0 s'],
  [89_000, '89 s'],
  [90_000, '2 min'],
  [5_340_000, '89 min'],
  [5_400_000, '2 h'],
  [47 * 3_600_000, '47 h'],
  [48 * 3_600_000, '2 d'],
])('%d ms are %s', (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});

test('a count has its plural and its thousands', () => {
  expect([countText(1, 'rule'), countText(2, 'rule'), countText(1200, 'person', 'people')]).toEqual([
    '1 rule',
    '2 rules',
    '1,200 people',
  ]);
});

test('a call is named by its command, file or address, else by its input', () => {
  expect(subjectOf({ tool: 'Bash', input: { command: 'ls' } })).toBe('ls');
  expect(subjectOf({ tool: 'Edit', input: { file_path: '/a', pattern: 'x' } })).toBe('/a');
  expect(subjectOf({ tool: 'deploy', input: { to: 1 } })).toBe('deploy {"to":1}');
  expect(toolAndSubject({ tool: 'Read', input: { file_path: '/a' } })).toBe('Read /a');
  expect(toolAndSubject({ tool: 'Bash', input: { command: 'ls' } })).toBe('ls');
  expect(toolAndSubject({ tool: 'deploy', input: {} })).toBe('deploy {}');
});

test('names and folders are shortened only where that is safe', () => {
  expect([shortName('ada@acme.example'), shortName('a b@c'), shortName('ci')]).toEqual([
    'ada',
    'a b@c',
    'ci',
  ]);
  expect([folderName('/home/ada/shop/'), folderName('/')]).toEqual(['shop', '/']);
});

test('what was thrown has a text, whatever it is', () => {
  expect([errorText(new Error('no')), errorText('thrown text')]).toEqual(['no', 'thrown text']);
});

test('a day is the same for every moment of it, and kept when asked again', () => {
  const noon = new Date(2026, 10, 12, 12).getTime();
  expect(dayText(noon)).toBe('12 Nov');
  expect(dayText(noon + 3_600_000)).toBe(dayText(noon));
  expect(dayText(noon + 86_400_000)).toBe('13 Nov');
});
