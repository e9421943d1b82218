import { expect, it } from 'vitest';
import type { SandboxProfile } from '../read-profile.ts';
import { whatItOpens } from './covers.ts';

const running: SandboxProfile = {
  writable: ['/p'],
  readOnly: ['/p/.git'],
  hidden: ['/p/.env'],
  hosts: ['a.example'],
  environment: ['PATH'],
};

it('runs the same and wider calls', () => {
  expect(whatItOpens(running, running)).toBeUndefined();
  const wider = { writable: ['/p', '/q'], readOnly: [], hidden: [], hosts: ['a.example', 'b.example'] };
  expect(whatItOpens(running, { ...running, ...wider, environment: ['PATH', 'HOME'] })).toBeUndefined();
  expect(whatItOpens({ ...running, writable: ['/p/sub'] }, running)).toBeUndefined();
  // What cannot be written anyway needs no protection.
  expect(whatItOpens(running, { ...running, readOnly: ['/p/.git', '/q/.git'] })).toBeUndefined();
});

it.each([
  ['writable', ['/p/sub'], '/p is writable'],
  ['writable', [], '/p is writable'],
  ['readOnly', ['/p/.git', '/p/.envrc'], '/p/.envrc can be changed'],
  ['readOnly', ['/p'], '/p can be changed'],
  ['hidden', ['/p/.env', '/home/me/.ssh'], '/home/me/.ssh can be read'],
  ['hidden', ['/p'], '/p can be read'],
  ['hosts', [], 'a.example can be reached'],
  ['environment', [], 'the variable PATH is kept'],
])('does not run a call whose %s is %j', (list, value, what) => {
  expect(whatItOpens(running, { ...running, [list]: value })).toBe(what);
});
