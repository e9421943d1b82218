import { expect, test } from 'vitest';
import { renderScreens, writtenScreens } from './shell-screens.ts';

test('the screens in the docs are what the engine prints', () => {
  expect(writtenScreens()).toBe(renderScreens());
});

test('every screen fits 80 columns', () => {
  const tooWide = renderScreens()
    .split('\n')
    .filter(
      (line) => line.length > 80 && !line.startsWith('$') && !line.startsWith('#') && !line.startsWith('`'),
    );
  expect(tooWide.filter((line) => !/^(Each screen|The page)/.test(line) && line.startsWith('  '))).toEqual(
    [],
  );
});
