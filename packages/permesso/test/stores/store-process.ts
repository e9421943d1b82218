import { createGate } from '../../src/gate/gate.ts';
import { openStores, session, type StorePlace } from './open-stores.ts';

/** A process of an app with the stores it is told of: it asks and waits, uses what is approved, or reserves. */
interface Told {
  readonly role: 'ask' | 'use' | 'reserve';
  readonly places: readonly StorePlace[];
  /** Approvals to use, for each place. */
  readonly ids?: readonly (readonly string[])[];
}

const limited = {
  allow: [{ rule: 'refund', limit: { calls: 50, per: 'session', by: 'all', over: 'deny' } }],
} as const;

const { role, places, ids } = JSON.parse(process.argv[2] ?? '') as Told;
const stores = await Promise.all(places.map(openStores));

function tell(what: unknown): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

if (role === 'ask') {
  for (const each of stores)
    void createGate({ policy: {}, stores: each }).authorize({
      tool: 'refund',
      input: { amount: 5 },
      session,
    });
} else {
  tell('ready');
  await new Promise((resolve) => process.stdin.once('data', resolve));
  const done = await Promise.all(
    stores.map(async (each, place) => {
      const { approvals } = each;
      const gate = createGate({ policy: limited, stores: each });
      let count = 0;
      for (const id of ids?.[place] ?? []) {
        const request = (await approvals.get(id))?.request;
        const at = Date.now();
        const { callKey = '', digest = '' } = request ?? {};
        if ((await approvals.change(id, { type: 'consume', at, callKey, digest }))?.accepted === true)
          count++;
      }
      const claims = role === 'reserve' ? 8 : 0;
      for (let turn = 0; turn < claims; turn++)
        if ((await gate.authorize({ tool: 'refund', input: {}, session })).verdict === 'allow') count++;
      return count;
    }),
  );
  tell(done);
  for (const { close } of stores) await close();
  process.exit(0);
}
