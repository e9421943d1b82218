import { createHash } from 'node:crypto';
import { compileCode, type Layer, type Policy } from '@permesso/engine/policy';

/** Compiled policies that a gate still holds, by content. */
const known = new Map<string, WeakRef<Policy>>();
const forgotten = new FinalizationRegistry<string>((key) => {
  if (known.get(key)?.deref() === undefined) known.delete(key);
});

/**
 * Compiles, or returns what was compiled from equal layers before: a program with a gate per user writes the same
 * rules for most of them. A policy never changes, so sharing is safe. Throws as `compileCode` does.
 */
export function sharedPolicy(layers: readonly Layer[]): Policy {
  const key = layersDigest(layers);
  const before = key === undefined ? undefined : known.get(key)?.deref();
  if (before !== undefined) return before;
  const policy = compileCode(layers);
  if (key !== undefined) {
    known.set(key, new WeakRef(policy));
    forgotten.register(policy, key);
  }
  return policy;
}

/** Undefined if JSON would lose something: two layers that differ must never count as equal. */
function layersDigest(layers: readonly Layer[]): string | undefined {
  let isPlain = true;
  const text = JSON.stringify(layers, (_name, value: unknown) => {
    isPlain &&= isJson(value);
    return value;
  });
  return isPlain ? createHash('sha256').update(text).digest('base64') : undefined;
}

function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' || typeof value === 'boolean' || value === null;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}
