/**
 * At the edge: a worker without Node decides from a policy in its own bundle. `@permesso/engine` has no disk, no clock and no
 * network, so the worker gives it a fixed world. `npm run tools -- runtimes` runs this file in workerd.
 */
import { compilePolicy, decideCall, fixedWorld } from '@permesso/engine';

/** Once for each isolate. */
const policy = compilePolicy([
  {
    allow: ['search', { rule: 'refund', when: { amount: { lte: 50 } } }],
    deny: ['WebFetch(domain:internal.example.com)'],
    unlisted: 'deny',
  },
]);
const world = fixedWorld();

interface Wanted {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A body may hold anything; what is not a call is refused before it is decided. */
function callOf(body: unknown): Wanted | undefined {
  const { tool, input } = (typeof body === 'object' && body !== null ? body : {}) as Partial<Wanted>;
  const isInput = typeof input === 'object' && input !== null && !Array.isArray(input);
  return typeof tool === 'string' && isInput ? { tool, input } : undefined;
}

export default {
  async fetch(request: Request): Promise<Response> {
    const body: unknown = await request.json().catch(() => undefined);
    const call = callOf(body);
    if (call === undefined) return Response.json({ verdict: 'deny', message: 'not a call' }, { status: 400 });
    // An ask is answered where people are: hand the call to a server with stores.
    const { verdict, message } = decideCall(call, { policy, world });
    return Response.json({ verdict, message }, { status: verdict === 'allow' ? 200 : 403 });
  },
};
