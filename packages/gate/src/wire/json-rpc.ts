import { isRecord } from '@permesso/engine/call';

/** One request of JSON-RPC 2.0, read. */
export interface RpcRequest {
  readonly id: string | number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export type RpcAnswer = { readonly jsonrpc: '2.0'; readonly id: string | number | null } & (
  | { readonly result: object }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: object } }
);

export const rpcCodes = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602 } as const;

/** Undefined for everything that is not a single request: a batch, a notification, a response. */
export function readRpc(message: unknown): RpcRequest | undefined {
  if (!isRecord(message) || message['jsonrpc'] !== '2.0') return undefined;
  const { id, method, params = {} } = message;
  if ((typeof id !== 'string' && !Number.isSafeInteger(id)) || typeof method !== 'string') return undefined;
  return isRecord(params) ? { id: id as string | number, method, params } : undefined;
}

export function rpcResult(id: string | number, result: object): RpcAnswer {
  return { jsonrpc: '2.0', id, result };
}

export function rpcError(
  id: string | number | null,
  code: number,
  { message, ...data }: { readonly message: string; readonly reason?: string },
): RpcAnswer {
  const more = Object.keys(data).length === 0 ? {} : { data: { ...data, message } };
  return { jsonrpc: '2.0', id, error: { code, message, ...more } };
}
