import { expect, test } from 'vitest';
import { scanJson } from './scan-json.ts';

test.each([
  ['{"id":1}', '1'],
  ['{ "id" : "a\\"}b" , "x":{"id":2}}', '"a\\"}b"'],
  ['{"x":{"id":2},"id":null}', 'null'],
  ['{"x":"id","id":[1,{"id":3}]}', '[1,{"id":3}]'],
  ['{"\\u0069d":7}', '7'],
  ['{"id":1,"id":2}', '2'],
  ['{"a":"\\\\","id":5}', '5'],
])('finds the id in %s', (text, id) => {
  const span = scanJson(text).id;
  expect(text.slice(span?.start, span?.end)).toBe(id);
});

test.each(['{"x":{"id":2}}', '{"x":"\\"id\\":1"}', '[{"id":1}]', '"id"', '', '{"id', '{"i\\'])(
  'finds no id in %s',
  (text) => {
    expect(scanJson(text).id).toBeUndefined();
  },
);

test('counts members and depth outside of texts', () => {
  expect(scanJson('{"a":{"b":[{"c":":{["}]},"a":1}')).toEqual({
    depth: 4,
    members: 4,
    outer: ['"a"', '"a"'],
  });
});

test.each([
  ['1', undefined],
  ['-12.5e3', undefined],
  ['0.30000000000000004', undefined],
  ['9007199254740991', undefined],
  ['9007199254740993', '9007199254740993'],
  ['-12345678901234567890', '-12345678901234567890'],
  ['1e400', '1e400'],
  ['"12345678901234567890"', undefined],
])('says of %s whether a double holds it', (text, inexact) => {
  expect(scanJson(`{"n":[${text}]}`).inexact).toBe(inexact);
});

test('takes time in proportion to the text', () => {
  const slow = '"'.repeat(1) + '\\'.repeat(400_000);
  const before = process.cpuUsage();
  scanJson(slow);
  scanJson(`{"a":"${'\\"'.repeat(200_000)}"}`);
  scanJson('['.repeat(400_000));
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
});
