import fc from 'fast-check';
import { type Shape, shapeProblem } from '@permesso/protocol/console';
import * as exported from '@permesso/protocol/console';
import { Compile } from 'typebox/compile';
import { expect, test } from 'vitest';

const shapes = Object.entries(exported).flatMap(([name, value]) =>
  typeof value === 'object' && ('type' in value || 'anyOf' in value) ? [[name, value as Plain] as const] : [],
);

interface Plain {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: Plain;
  readonly properties?: Readonly<Record<string, Plain>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Plain[];
}

/** Mostly of the shape, with something else in a place now and then. */
function near(shape: Plain): fc.Arbitrary<unknown> {
  return fc.oneof(
    { arbitrary: fitting(shape), weight: 30 },
    { arbitrary: fc.jsonValue({ maxDepth: 1 }), weight: 1 },
  );
}

function fitting(shape: Plain): fc.Arbitrary<unknown> {
  if (shape.anyOf !== undefined) return fc.oneof(...shape.anyOf.map(near));
  if (shape.enum !== undefined) return fc.constantFrom(...shape.enum);
  switch (shape.type) {
    case 'string':
      return fc.string({ maxLength: 5 });
    case 'integer':
      return fc.integer();
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(near(shape.items ?? {}), { maxLength: 2 });
    case 'object': {
      const fields = Object.fromEntries(
        Object.entries(shape.properties ?? {}).map(([name, each]) => [name, near(each)]),
      );
      return fc.oneof(
        { arbitrary: fc.record(fields, { requiredKeys: [...(shape.required ?? [])] }), weight: 20 },
        { arbitrary: fc.record(fields, { requiredKeys: [] }), weight: 1 },
      );
    }
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

test('there are shapes to compare', () => {
  expect(shapes.length).toBeGreaterThan(30);
});

/** The pages check replies with forty lines of ours; the OpenAPI document promises the same shapes as JSON Schema. */
test.each(shapes)('%s is checked by the pages as TypeBox reads its schema', (_, shape) => {
  const compiled = Compile(shape);
  let fits = 0;
  let differs = 0;
  fc.assert(
    fc.property(near(shape), (value) => {
      const isOurs = shapeProblem(shape as Shape<unknown>, value) === undefined;
      if (isOurs) fits += 1;
      else differs += 1;
      expect(isOurs).toBe(compiled.Check(value));
    }),
    { numRuns: 300 },
  );
  // A generator that never reaches both answers proves nothing.
  expect([fits > 0, differs > 0 || Object.keys(shape).length === 0]).toEqual([true, true]);
});
