import { expect, test } from 'vitest';
import { lateFile, loadLateBy, putLate, whenLoaded } from './late.ts';

const doubled = (given: string) => (): unknown => lateFile(given)['double']?.(2);
const file = { double: (number: unknown) => Number(number) * 2 };

test('a file that came with its importer is there', async () => {
  putLate('late-here', file);
  expect(doubled('late-here')()).toBe(4);
  expect(await whenLoaded(doubled('late-here'))).toBe(4);
});

test('what is not there is loaded, and the same is run again', async () => {
  loadLateBy({ 'late-far': async () => file });
  expect(doubled('late-far')).toThrow('late-far is not loaded');
  expect(await whenLoaded(doubled('late-far'))).toBe(4);
});

test('what was made without a file is dropped, also where the exception was caught', async () => {
  loadLateBy({ 'late-caught': async () => file });
  const swallowing = (): unknown => {
    try {
      return doubled('late-caught')();
    } catch (error) {
      return `allowed after ${String(error)}`;
    }
  };
  expect(await whenLoaded(swallowing)).toBe(4);
});

test('a file that cannot be loaded, or that nobody knows, rejects', async () => {
  loadLateBy({ 'late-broken': async () => Promise.reject(new Error('no network')) });
  await expect(whenLoaded(doubled('late-broken'))).rejects.toThrow(
    'late-broken of @permesso/engine could not be loaded: no network',
  );
  await expect(whenLoaded(doubled('late-nowhere'))).rejects.toThrow(
    'late-nowhere of @permesso/engine is nowhere',
  );
});
