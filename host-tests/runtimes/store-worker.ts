/** A Worker with a Durable Object that keeps what a gate remembers; run by `durable-object.ts` in workerd. */
import { createGate, fixedWorld } from '@permesso/gate';
import {
  durableObjectStatements,
  durableObjectStores,
  type DurableObjectSql,
  type StatementRunner,
} from '@permesso/gate/stores/durable-object';
// @ts-expect-error: a module of the runtime
import { DurableObject } from 'cloudflare:workers';

interface ObjectState {
  readonly storage: { readonly sql: DurableObjectSql };
}

const Base = DurableObject as new (state: ObjectState, env: unknown) => object;

export class StoreObject extends Base {
  readonly #statements: StatementRunner;

  constructor(state: ObjectState, env: unknown) {
    super(state, env);
    this.#statements = durableObjectStatements(state.storage.sql);
  }

  run(...statement: Parameters<StatementRunner['run']>): ReturnType<StatementRunner['run']> {
    return this.#statements.run(...statement);
  }
}

interface WorkerEnv {
  readonly STORE: {
    readonly idFromName: (name: string) => unknown;
    readonly get: (id: unknown) => StatementRunner;
  };
}

interface Sent {
  readonly name: string;
  readonly text: string;
  readonly values: Parameters<StatementRunner['run']>[1];
  readonly amount: number;
}

/** `/gate` decides in the Worker with the stub; everything else is a statement of a test. */
async function answer(request: Request, env: WorkerEnv): Promise<Response> {
  const { name, text, values, amount } = (await request.json()) as Sent;
  const object = env.STORE.get(env.STORE.idFromName(name));
  if (new URL(request.url).pathname !== '/gate') return Response.json(await object.run(text, values));
  const gate = createGate({
    policy: {
      allow: [
        { rule: 'refund', limit: { sum: 'input.amount', most: 100, per: 'day', by: 'all', over: 'deny' } },
      ],
    },
    stores: durableObjectStores(object),
    world: () => fixedWorld(),
  });
  const { verdict } = await gate.authorize({ tool: 'refund', input: { amount } });
  return Response.json({ verdict });
}

const worker = {
  fetch: (request: Request, env: WorkerEnv): Promise<Response> =>
    answer(request, env).catch((error: unknown) => new Response(String(error), { status: 500 })),
};
export { worker as default };
