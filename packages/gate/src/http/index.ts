export { principalTokens, type ReadToken, type TokenIssuer } from './principal-tokens.ts';
export { readJsonText } from './read-json-text.ts';
