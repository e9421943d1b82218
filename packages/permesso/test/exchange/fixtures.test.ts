import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { looksSecret } from '../../src/facts/secrets.ts';
import type { Read } from '../../src/policy/exchange/format.ts';
import { formats } from '../../src/policy/exchange/formats.ts';
import { printLosses } from '../../src/policy/exchange/print-losses.ts';
import { printPolicy } from '../../src/policy/exchange/profile/profile.ts';
import { parsePolicyFile } from '../../src/policy/file/parse-policy-file.ts';
import { callFrom, verdictOf } from './ask-engine.ts';
import { fixtures, type Fixture } from './fixtures.ts';

const folder = fileURLToPath(new URL('../../src/policy/exchange/fixtures/', import.meta.url));
const isUpdating = process.env['UPDATE_FIXTURES'] === '1';

function readFixture({ file, format, options }: Fixture): Read {
  const text = readFileSync(folder + file, 'utf8');
  const read = formats.find(({ name }) => name === format)?.read?.(text, options ?? {});
  if (read === undefined || 'error' in read) throw new Error(`${file}: ${JSON.stringify(read)}`);
  return read;
}

describe.each(fixtures.map((fixture) => [fixture.file, fixture] as const))('%s', (file, fixture) => {
  const read = readFixture(fixture);
  const printed = `${printLosses(read.losses, { width: 80, prefix: '# ' })}\n${printPolicy(read.layer)}`;

  it('becomes the documented policy and report', () => {
    const expected = `${folder}${file}.expected.yaml`;
    if (isUpdating) writeFileSync(expected, printed);
    expect(printed).toBe(readFileSync(expected, 'utf8'));
  });

  it('is a policy file without a fault', () => {
    const parsed = parsePolicyFile(printed, { file: 'policy.yaml' });
    expect(parsed.problems).toEqual([]);
    const { file: _file, lines: _lines, ...layer } = parsed.layer;
    expect({ layer: read.layer.layer, ...layer }).toEqual(read.layer);
  });

  it('holds no secret', () => {
    expect(printed.split('\n').filter((line) => looksSecret(line))).toEqual([]);
  });

  it('decides as documented', () => {
    expect(fixture.calls.map(([call]) => [call, verdictOf(read.layer, callFrom(call))])).toEqual(
      fixture.calls,
    );
  });
});

it('there are enough of them, and each is long or awkward', () => {
  expect(fixtures.length).toBeGreaterThanOrEqual(12);
  expect(fixtures.filter((fixture) => readFixture(fixture).losses.length > 0).length).toBeGreaterThanOrEqual(
    12,
  );
});
