export { type FunctionTool, guardTool } from './openai-agents/guard-tool.ts';
export { suspendedCalls } from './suspended-calls.ts';
