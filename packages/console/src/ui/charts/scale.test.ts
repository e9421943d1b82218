import { expect, test } from 'vitest';
import { scaleFor } from './scale.ts';

test.each([1, 2, 3, 7, 10, 99, 100, 101, 12_345, 999_999])(
  'the lines for %d are few, even and reach it',
  (most) => {
    const { top, lines } = scaleFor(most);
    expect(top).toBeGreaterThanOrEqual(most);
    expect(lines.at(-1)).toBe(top);
    expect(lines[0]).toBe(0);
    expect(lines.length).toBeLessThanOrEqual(6);
    const steps = new Set(lines.slice(1).map((line, at) => line - (lines[at] ?? 0)));
    expect(steps.size).toBe(1);
    expect(lines.every(Number.isInteger)).toBe(true);
  },
);
