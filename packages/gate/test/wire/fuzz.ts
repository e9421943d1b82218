/** `npm run tools -- fuzz:wire [--http] --messages N --seed S` */
import { parseArgs } from 'node:util';
import { sendHostile } from './check-hostile.ts';
import { sendHostileOverHttp } from './hostile-http.ts';

const { values } = parseArgs({
  options: { messages: { type: 'string' }, seed: { type: 'string' }, http: { type: 'boolean' } },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const send = values.http === true ? sendHostileOverHttp : sendHostile;
const run = await send(Number(values.messages ?? 10_000), seed);
process.stdout.write(`${JSON.stringify({ seed, ...run })}\n`);
