import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGate } from '../../src/index.ts';
import { logEntrySchema } from '@permesso/protocol/entry';
import { methodResults, wireSchemas } from '../../src/wire/wire-schema.ts';
import { answerText, createWire, type WireAnswer } from '../../src/wire/wire.ts';
import { hostileLine } from './hostile-messages.ts';

const ajv = new Ajv2020({ strict: false });
const fits = {
  request: ajv.compile(wireSchemas()['wire-request.v1.schema.json'] ?? {}),
  answer: ajv.compile(wireSchemas()['wire-answer.v1.schema.json'] ?? {}),
};

function published(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../schema/${name}`, import.meta.url), 'utf8'));
}

/** It could not be read, for a reason that a schema can tell. */
const unread = new Set(['request', 'version', 'method', 'params']);

const errorOf = (answer: WireAnswer): string | undefined =>
  'error' in answer ? answer.error.code : undefined;

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

test('the published schemas are made of the tables that requests are checked with', () => {
  // Through JSON, as they are published.
  const made = JSON.parse(
    JSON.stringify({ ...wireSchemas(), 'log-entry.schema.json': logEntrySchema() }),
  ) as object;
  expect(Object.fromEntries(Object.keys(made).map((name) => [name, published(name)]))).toEqual(made);
});

test('what the schema of requests refuses is refused, and nothing else; every answer fits its schema', async () => {
  const wire = createWire(createGate({ policy: { allow: ['Bash(ls)'] } }), { answers: true });
  const counts = { read: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(hostileLine, async (line) => {
      const answer = await answerText(wire, line);
      const text = JSON.stringify(answer);
      if (!fits.answer(JSON.parse(text))) throw new Error(`${text}: ${ajv.errorsText(fits.answer.errors)}`);
      const isRead = !unread.has(errorOf(answer) ?? '');
      counts[isRead ? 'read' : 'refused'] += 1;
      if (isRead !== fits.request(parsed(line)))
        throw new Error(`${text}: ${ajv.errorsText(fits.request.errors)}`);
    }),
    { numRuns: 3000, seed: 23 },
  );
  expect(Math.min(counts.read, counts.refused)).toBeGreaterThan(200);
});

test('results are as the schema of answers says', async () => {
  const wire = createWire(createGate({ policy: { deny: ['wipe'] } }), { answers: true });
  const call = { tool: 'other', input: {} };
  const asked = await resultOf('authorize', { call });
  const said = {
    decide: await resultOf('decide', { call }),
    explain: await resultOf('explain', { call }),
    authorize: asked,
    answer: await resultOf('answer', { approval: asked['approval'], answer: { verdict: 'deny' } }),
    ran: await resultOf('ran', { call, outcome: { ok: true } }),
    visibleTools: await resultOf('visibleTools', { tools: ['wipe'] }),
  };
  for (const [method, result] of Object.entries(said)) {
    const check = ajv.compile(methodResults[method as keyof typeof methodResults]);
    expect([method, check(JSON.parse(JSON.stringify(result))), check.errors]).toEqual([method, true, null]);
  }

  async function resultOf(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
    const answer = await wire({ v: 1, id: 1, method, params });
    if ('error' in answer) throw new Error(answer.error.message);
    return answer.result as Readonly<Record<string, unknown>>;
  }
});

test('a call that does not fit its schema is denied', async () => {
  const { $defs } = wireSchemas()['wire-request.v1.schema.json'] as { $defs: { call: object } };
  const check = ajv.compile($defs.call);
  const wire = createWire(createGate({ policy: {}, mode: 'bypass' }));
  const good = { tool: 'look', input: {}, cwd: '/', session: 's', agent: { name: 'a', parents: ['b'] } };
  const bad: readonly object[] = [
    {},
    { tool: 'look' },
    { ...good, tool: 1 },
    { ...good, input: [] },
    { ...good, cwd: 1 },
    { ...good, session: {} },
    { ...good, agent: 'a' },
    { ...good, agent: { name: 1 } },
    { ...good, agent: { name: 'a', parents: [1] } },
    { ...good, principal: 'ann' },
    { ...good, principal: { user: 1 } },
    { ...good, principal: { user: 'ann', roles: 'all' } },
    { ...good, principal: { user: 'ann', attributes: [] } },
  ];
  const verdict = async (call: object): Promise<unknown> => {
    const answer = await wire({ v: 1, id: 1, method: 'authorize', params: { call } });
    return 'error' in answer ? answer.error.code : (answer.result as { verdict: string }).verdict;
  };
  expect([check(good), await verdict(good)]).toEqual([true, 'allow']);
  for (const call of bad) expect([call, check(call), await verdict(call)]).toEqual([call, false, 'deny']);
});
