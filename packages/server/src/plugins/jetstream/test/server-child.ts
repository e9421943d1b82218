import { serve } from '../../../serve.ts';
import { readSettings } from '../../../declared.ts';

/** A server in its own process, run from the sources, for a test to kill. */
const server = await serve(readSettings(process.env));
process.stdout.write(`${JSON.stringify({ url: server.url })}\n`);
process.once('SIGTERM', () => void server.stop());
