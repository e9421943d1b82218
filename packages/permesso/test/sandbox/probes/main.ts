/** `npm run tools -- sandbox:probes`: attempts to leave the sandbox, and the same without one. */
import { rerunAsUser } from '../as-user.ts';
import { runProbes } from './run-probes.ts';

const place = process.env['SANDBOX_PLACE'];
if (place === undefined) process.exitCode = rerunAsUser(import.meta.filename);
else {
  const { attempts, held, through, notPromised, live, notLive } = await runProbes(place);
  const lines = [
    ...notLive.map((name) => `not possible here without a sandbox either: ${name}`),
    ...notPromised.map((name) => `not promised, and possible: ${name}`),
    ...through.map((name) => `GOT THROUGH: ${name}`),
    `${attempts} attempts, without network, with a host and in a session: ${held} held, ${notPromised.length} not promised, ${through.length} got through; without a sandbox ${live} of ${attempts} get through`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = through.length === 0 && live > 30 ? 0 : 1;
}
