import { serve } from '../../../serve.ts';
import { readSettings } from '../../../declared.ts';

/** A server in a process of its own, from the sources, that a test kills. */
const server = await serve(readSettings(process.env));
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
process.once('SIGTERM', () => void server.stop());
