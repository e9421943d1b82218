import { moveOrganisation, type Move } from '../move-organisation.ts';

/** `move-until.ts STEP MOVE`: moves an organisation and is killed at that step, as in a power failure. */
const [, , last, move = ''] = process.argv;
await moveOrganisation(JSON.parse(move) as Move, {
  onStep: async (step) => {
    if (step !== last) return;
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => undefined);
  },
});
