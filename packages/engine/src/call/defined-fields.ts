/** Drops undefined fields: `{ a: 1, b: undefined }` becomes `{ a: 1 }`. */
export function definedFields<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const defined: Partial<T> = {};
  for (const name of Object.keys(fields) as (keyof T)[])
    if (fields[name] !== undefined) defined[name] = fields[name];
  return defined as { [K in keyof T]?: Exclude<T[K], undefined> };
}
