import { fixedWorld } from '@permesso/engine/world';
import type { Layer } from '@permesso/engine/policy';
import { createGate } from '../../src/gate/gate.ts';
import { openStores, session, type OpenStores, type StorePlace } from './open-stores.ts';

/** A process of an app with the stores it is told of: it asks and waits, uses what is approved, or reserves. */
interface Told {
  readonly role: 'ask' | 'use' | 'reserve';
  readonly places: readonly StorePlace[];
  /** Approvals to use, for each place. */
  readonly ids?: readonly (readonly string[])[];
  /** Policies that take turns while it authorizes, at this time. */
  readonly changing?: { readonly policies: readonly Layer[]; readonly now: number; readonly turns: number };
}

const limited = {
  allow: [{ rule: 'refund', limit: { calls: 50, per: 'session', by: 'all', over: 'deny' } }],
} as const;

const { role, places, ids, changing } = JSON.parse(process.argv[2] ?? '') as Told;
const stores = await Promise.all(places.map(openStores));

function tell(what: unknown): void {
  process.stdout.write(`${JSON.stringify(what)}\n`);
}

async function authorized(shared: OpenStores): Promise<number> {
  const { policies = [limited], turns = 8, now } = changing ?? {};
  const world = now === undefined ? {} : { world: () => fixedWorld({ now }) };
  const gate = createGate({ policy: limited, stores: shared, ...world });
  let count = 0;
  for (let turn = 0; turn < turns; turn++) {
    gate.setPolicy(policies[(turn + process.pid) % policies.length] ?? limited);
    if ((await gate.authorize({ tool: 'refund', input: {}, session })).verdict === 'allow') count++;
  }
  return count;
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
      let count = 0;
      for (const id of ids?.[place] ?? []) {
        const request = (await approvals.get(id))?.request;
        const at = Date.now();
        const { callKey = '', digest = '' } = request ?? {};
        if ((await approvals.change(id, { type: 'consume', at, callKey, digest }))?.accepted === true)
          count++;
      }
      return role === 'reserve' ? authorized(each) : count;
    }),
  );
  tell(done);
  for (const { close } of stores) await close();
  process.exit(0);
}
