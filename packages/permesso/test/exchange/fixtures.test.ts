import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  formats,
  hiddenSecret,
  type ImportedPolicy,
  parsePolicyFile,
  printLosses,
  printPolicy,
} from '@permesso/engine/text';
import { verdicts } from '@permesso/engine/policy';
import { callFrom, verdictOf } from './ask-engine.ts';
import { fixtures, type Fixture } from '../../../engine/test/exchange/fixtures.ts';

const folder = fileURLToPath(new URL('../../../engine/src/policy/formats/fixtures/', import.meta.url));
const isUpdating = process.env['UPDATE_FIXTURES'] === '1';

function readFixture({ file, format, options }: Fixture): ImportedPolicy {
  const text = readFileSync(folder + file, 'utf8');
  const read = formats.find(({ name }) => name === format)?.read?.(text, options ?? {});
  if (read === undefined || 'error' in read) throw new Error(`${file}: ${JSON.stringify(read)}`);
  return read;
}

describe.each(fixtures.map((fixture) => [fixture.file, fixture] as const))('%s', (file, fixture) => {
  const read = readFixture(fixture);
  const losses = printLosses(read.losses, { width: 80, prefix: '# ' });
  const printed = `${losses}\n${printPolicy(read)}`;

  it('becomes the documented policy and report', () => {
    const expected = `${folder}${file}.expected.yaml`;
    // What a rule about everything else comes to changes with what is known about commands.
    const documented = printed.replace(/(?<=\nuse:\n {2}- everything-else\n)groups:[\s\S]*$/u, '');
    if (isUpdating) writeFileSync(expected, documented);
    expect(documented).toBe(readFileSync(expected, 'utf8'));
  });

  it('is a policy file without a fault', () => {
    const parsed = parsePolicyFile(printed, { file: 'policy.yaml' });
    expect(parsed.problems).toEqual([]);
    for (const verdict of verdicts) {
      const groups = [...parsed.groups.values()].flatMap((group) => group[verdict] ?? []);
      expect([...(parsed.layer[verdict] ?? []), ...groups]).toEqual(read.layer[verdict] ?? []);
    }
    expect(parsed.layer.mode).toBe(read.layer.mode);
    expect(parsed.layer.unlisted).toBe(read.layer.unlisted);
    expect(parsed.layer.tools).toEqual(read.layer.tools);
    expect(parsed.layer.restrict).toEqual(read.layer.restrict);
    expect(parsed.layer.workingDirectories).toEqual(read.layer.workingDirectories);
  });

  it('holds no secret', () => {
    expect(printed.split('\n').filter((line) => hiddenSecret(line) !== undefined)).toEqual([]);
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
