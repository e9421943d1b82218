import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asEvent, readEvents } from './event-stream.ts';

function events(...portions: readonly string[]): readonly string[] {
  const found: string[] = [];
  const push = readEvents((text) => found.push(text));
  for (const portion of portions) push(portion);
  return found;
}

test('what is written is read, in whatever portions it comes', () => {
  fc.assert(
    fc.property(fc.array(fc.json()), fc.array(fc.nat(20)), (texts, cuts) => {
      const whole = texts.map(asEvent).join('');
      const portions: string[] = [];
      let at = 0;
      for (const cut of cuts) {
        portions.push(whole.slice(at, at + cut));
        at += cut;
      }
      expect(events(...portions, whole.slice(at))).toEqual(texts);
    }),
  );
});

test('comments, names, ids and every kind of line end', () => {
  const stream = ': hello\r\n\r\nid: 1\rdata: a\r\rdata:b\ndata: c\n\nevent: x\n\n';
  expect(events(stream)).toEqual(['a', 'b\nc']);
});
