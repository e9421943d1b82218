import { checkOptions } from '@permesso/engine/policy';
/**
 * A client of the `redis` package, or anything that sends a command: `{ sendCommand: ([name, ...rest]) =>
 * ioredis.call(name, ...rest) }`.
 */
export interface RedisClient {
  readonly sendCommand: (command: string[]) => Promise<unknown>;
}

/** How the keys are named. */
export interface RedisOptions {
  /** Prefix of every key. Default: `permesso:`. */
  readonly prefix?: string;
}

/** Redis commands for the stores, with every key below one prefix. */
export interface RedisKeys {
  readonly key: (...parts: readonly string[]) => string;
  readonly send: (...command: readonly string[]) => Promise<unknown>;
  /** Runs a script, which Redis executes atomically. */
  readonly script: (text: string, keys: readonly string[], values: readonly string[]) => Promise<unknown>;
}

export function redisKeys(client: RedisClient, options: RedisOptions): RedisKeys {
  checkOptions(options, ['prefix'], 'redisStores');
  const { prefix = 'permesso:' } = options;
  const send = (...command: readonly string[]): Promise<unknown> => client.sendCommand([...command]);
  return {
    key: (...parts) => `${prefix}${parts.join(':')}`,
    send,
    script: (text, keys, values) => send('EVAL', text, String(keys.length), ...keys, ...values),
  };
}

/** The strings in a reply; anything else is dropped. */
export function textsIn(reply: unknown): readonly string[] {
  return Array.isArray(reply) ? reply.filter((each) => typeof each === 'string') : [];
}
