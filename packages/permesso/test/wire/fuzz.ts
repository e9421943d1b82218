/** `npm run fuzz:wire -- --messages N --seed S` */
import { parseArgs } from 'node:util';
import { sendHostile } from './check-hostile.ts';

const { values } = parseArgs({ options: { messages: { type: 'string' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const run = await sendHostile(Number(values.messages ?? 10_000), seed);
process.stdout.write(`${JSON.stringify({ seed, ...run })}\n`);
