import { describe, expect, test } from 'vitest';
import {
  count,
  described,
  eitherShape,
  fields,
  list,
  object,
  oneOf,
  orNull,
  shapeProblem,
  text,
} from './index.ts';

const person = object(
  { name: text, age: count, role: oneOf('admin', 'viewer'), note: orNull(text), input: fields },
  { tags: list(text) },
);
const anna = { name: 'anna', age: 40, role: 'admin', note: null, input: {} };

describe('a value of the shape', () => {
  test.each([
    ['without what may be absent', anna],
    ['with it', { ...anna, tags: ['a'] }],
    ['with more than the shape names', { ...anna, more: 1 }],
  ])('%s', (_, value) => {
    expect(shapeProblem(person, value)).toBeUndefined();
  });

  test('that the engine describes is taken as it is', () => {
    expect(shapeProblem(list(described<unknown>()), [null, { a: 1 }])).toBeUndefined();
  });
});

describe('a value of another shape', () => {
  test.each([
    [null, '`reply` is not an object'],
    [[anna], '`reply` is not an object'],
    [{ ...anna, name: 1 }, '`reply.name` is not a string'],
    [{ ...anna, age: 1.5 }, '`reply.age` is not an integer'],
    [{ ...anna, role: 'owner' }, '`reply.role` is not one of admin, viewer'],
    [{ ...anna, note: undefined }, '`reply.note` is not a string'],
    [{ ...anna, input: [] }, '`reply.input` is not an object'],
    [{ ...anna, tags: ['a', 1] }, '`reply.tags[1]` is not a string'],
    [{ age: 1 }, '`reply.name` is missing'],
    // Not its own: an object from JSON has its fields itself.
    [Object.create(anna), '`reply.name` is missing'],
  ])('%j', (value, problem) => {
    expect(shapeProblem(person, value)).toBe(problem);
  });

  test('is told by the first of several that it could have been', () => {
    expect(shapeProblem(eitherShape(text, count), true)).toBe('`reply` is not a string');
  });
});
