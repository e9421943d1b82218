export { tokenFromFile } from './bearer-tokens.ts';
export { type MutualTls, serveDecisions } from './serve-decisions.ts';
export { answerLines } from './serve-lines.ts';
export { createWire } from './wire.ts';
