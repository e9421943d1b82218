import { expect, test } from 'vitest';
import { memoryGrants, type SyncGrantStore } from '../approval/stores/grant-store.ts';
import type { Grant } from '@permesso/engine/decision';
import { heldGrants } from './held-grants.ts';

const grant = (id: string): Grant => ({ id, rules: [], answers: [], scope: 'session', givenIn: 'default' });

function counted(): { readonly store: SyncGrantStore; readonly looks: () => number } {
  const store = memoryGrants();
  let looks = 0;
  return {
    looks: () => looks,
    store: {
      ...store,
      list: () => {
        looks++;
        return [...store.list()];
      },
    },
  };
}

test('one look serves for a while, and not after a change', async () => {
  const { store, looks } = counted();
  const held = heldGrants(store, 10_000);
  held.list();
  held.list();
  expect(looks()).toBe(1);
  await held.add(grant('a'));
  expect(held.list().map(({ id }) => id)).toEqual(['a']);
  await held.revoke('a');
  expect(held.list()).toEqual([]);
  expect(looks()).toBe(3);
});

test('what others change is seen when the while is over', async () => {
  const { store } = counted();
  const held = heldGrants(store, 5);
  expect(held.list()).toEqual([]);
  await store.add(grant('b'));
  await expect.poll(() => held.list().map(({ id }) => id)).toEqual(['b']);
});
