export { type Gateway, createGateway } from './gateway.ts';
export { printSummary } from './message-counts.ts';
export { readLines } from './protocol/lines.ts';
export { type JsonObject, type Message, idText, objectAt, shapeOf, textAt } from './protocol/message.ts';
export { methodRows } from './protocol/methods.ts';
export { canElicit } from './protocol/protocol-version.ts';
export { readMessage } from './protocol/read-message.ts';
export { lineWriter } from './protocol/write-lines.ts';
export {
  type ServerSpec,
  ServersError,
  filled,
  nameProblem,
  readAddress,
  readServers,
} from './read-servers.ts';
export { type AccessTokens, serveHttp } from './transports/http-front.ts';
export { type Listen, readListen } from './transports/loopback.ts';
export { serveStdio } from './transports/stdio-front.ts';
