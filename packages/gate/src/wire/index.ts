export { tokenFromFile } from './bearer-tokens.ts';
export { createInterceptorServer } from './interceptor-server.ts';
export { type MutualTls, serveDecisions } from './serve-decisions.ts';
export { answerLines, interceptorLines, wireLines } from './serve-lines.ts';
export { createWire } from './wire.ts';
