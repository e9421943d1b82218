export { guardClient, type McpClient } from './guard-client.ts';
export { guardTransport, type McpGuardOptions, type McpTransport } from './transports/guard-transport.ts';
export { resourceTool } from './resource-tool.ts';
