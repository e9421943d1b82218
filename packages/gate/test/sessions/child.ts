import { openStores, type StorePlace } from '../stores/open-stores.ts';
import { createGate } from '../../src/gate/gate.ts';
import { fixedWorld } from '@permesso/engine/world';

/** Decides one call in a session whose record is in a store, prints the verdict, and stays until it is killed. */
const [place = '{}', call = '{}'] = process.argv.slice(2);
const { sessions } = await openStores(JSON.parse(place) as StorePlace);
const gate = createGate({
  policy: {
    allow: ['Effect(fetch)', 'Effect(publish)'],
    ask: [{ rule: 'Effect(publish)', after: 'untrusted', unless: 'named' }],
  },
  stores: { sessions },
  world: () => fixedWorld({ now: Date.now() }),
});
const { verdict } = await gate.consult({
  ...(JSON.parse(call) as { tool: string; input: object }),
  session: 's',
} as never);
process.stdout.write(`${verdict}\n`);
setInterval(() => undefined, 1000);
