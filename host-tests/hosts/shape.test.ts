import { expect, test } from 'vitest';
import { compareShapes, shapeOf } from './shape.ts';

const before = { id: 1, tool_input: { command: 'a' }, roots: ['x'], at: { home: 'h' }, parent: null };

test('what came, went and changed its type is told by its place', () => {
  const after = { id: '1', tool_input: { command: 'a' }, roots: ['x'], at: { host: 'h' }, parent: null };
  expect(compareShapes(shapeOf(before), shapeOf(after))).toEqual({
    added: ['at.host: string'],
    removed: ['at.home: string'],
    changed: ['id: number -> string'],
  });
});

test("the arguments of the call are the script's own, and their being an object is the host's", () => {
  const other = { ...before, tool_input: { other: 1 } };
  const none = { added: [], removed: [], changed: [] };
  expect(compareShapes(shapeOf(before), shapeOf(other))).toEqual(none);
  expect(compareShapes(shapeOf(before), shapeOf({ ...before, tool_input: '{}' }))).toEqual({
    ...none,
    changed: ['tool_input: object -> string'],
  });
});
