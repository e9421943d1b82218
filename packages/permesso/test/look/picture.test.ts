import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lookOutput, pictureFile, pictureOf } from './picture.ts';

test('the picture of `permesso look` shows what the program prints', () => {
  expect(readFileSync(pictureFile, 'utf8'), 'generate it with picture.ts --write').toBe(
    pictureOf(lookOutput()),
  );
});
