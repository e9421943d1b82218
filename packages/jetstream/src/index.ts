/**
 * The client of `@permesso/server`'s stream: connects to NATS servers that lose nothing, and manages streams on them.
 */
export type { Consumer, StreamConfig } from '@nats-io/jetstream';
export { checkMonitors } from './check-monitor.ts';
export { checkServer, connectNats, NatsRefused, type Nats } from './connect.ts';
export { ensureStream, openReader, type StreamOptions, type StreamReader } from './stream.ts';
