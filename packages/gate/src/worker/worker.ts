/**
 * `@permesso/gate` for Workers, at a third of the size: the same names, with the adapters that run there. It reads no
 * commands and no disk: shell calls are asked about, and the world is fixed at the time of the call.
 */
export * from '../index.ts';
export { guard, NotPermitted } from '../sdks/guard/guard.ts';
export { aiSdk } from '../sdks/ai-sdk/ai-sdk.ts';
export { langchain } from '../sdks/langchain/langchain.ts';
export { mastra } from '../sdks/mastra/mastra.ts';
export { openaiAgents } from '../sdks/openai-agents/openai-agents.ts';
