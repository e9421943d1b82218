import { randomBytes, randomUUID } from 'node:crypto';
import type { Fill } from './requests.ts';
import { freshPerson, type Place, type World } from './world.ts';

/** How to ask what is about passkeys. All callers have tokens, which cannot show one. */
export const passkeyRequests: Readonly<Record<string, Fill>> = {
  'POST /v1/passkey-challenges': () => ({ body: { act: 'answer', subject: randomUUID(), said: {} } }),
  'POST /v1/me/passkeys/options': () => ({ body: {} }),
  'POST /v1/me/passkeys': () => ({
    body: {
      name: 'Phone',
      made: { id: 'AAAA', response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } },
    },
  }),
  'PUT /v1/me/passkeys/{passkey}': async (world, place) => ({
    params: { passkey: await anotherPasskey(world, place, place.owner) },
    body: { name: 'another' },
  }),
  'POST /v1/me/passkeys/{passkey}/remove': async (world, place) => ({
    params: { passkey: await anotherPasskey(world, place, place.owner) },
    body: { passkey: shownPasskey },
  }),
  'GET /v1/people/{person}/passkeys': async (world, place) => ({
    params: { person: await freshPerson(world, place) },
  }),
  'DELETE /v1/people/{person}/passkeys/{passkey}': async (world, place) => {
    const person = await freshPerson(world, place);
    return { params: { person, passkey: await anotherPasskey(world, place, person) } };
  },
  // As it is: what is needed for it is the same.
  'PUT /v1/passkey-rule': () => ({ body: { rule: 'when-registered' } }),
};

const shownPasskey = {
  id: 'AAAA',
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};

async function anotherPasskey(world: World, { organisation }: Place, person: string): Promise<string> {
  const [row] = await world.sql(
    `insert into passkeys (organisation, person, name, credential, public_key, counter, transports, is_synced)
     values ($1, $2, 'of somebody', $3, $3, 0, '{}', false) returning id`,
    [organisation, person, randomBytes(32)],
  );
  return String(row?.['id']);
}
