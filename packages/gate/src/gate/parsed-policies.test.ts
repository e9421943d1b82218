import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parsedPolicies, type ParsedPolicies } from './parsed-policies.ts';
import { parsePolicyFile } from '@permesso/engine/text';

const file = '/home/me/.config/permesso/policy.yaml';
const text = `mode: default
allow: [Read, { rule: 'Bash(npm run *)', why: it is ours }]
groups: { ours: { deny: [WebFetch] } }
use: [ours]
tests: [{ call: Read(a), expect: allow }]
`;

function kept(parser = 'one', directory = newDirectory()): ParsedPolicies & { readonly directory: string } {
  return { ...parsedPolicies({ directory, parser }), directory };
}

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'permesso-parsed-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 20 }));
  return directory;
}

const content = parsePolicyFile(text, { file });

test('what was kept is what parsing says, for this text, file and parser alone', () => {
  const policies = kept();
  policies.keep(content, text);
  expect(policies.find(file, text)).toStrictEqual(content);
  expect(policies.find(file, `${text} `)).toBeUndefined();
  expect(policies.find(`${file}.local`, text)).toBeUndefined();
  expect(kept('two', policies.directory).find(file, text)).toBeUndefined();
});

test('what JSON cannot say is not kept', () => {
  const odd = 'ask: [{ rule: pay, when: { amount: { lt: -0.0 } } }]\n';
  const policies = kept();
  policies.keep(parsePolicyFile(odd, { file }), odd);
  expect(readdirSync(policies.directory)).toEqual([]);
});

test('a torn or foreign file is parsed again', () => {
  const policies = kept();
  policies.keep(content, text);
  const [name = ''] = readdirSync(policies.directory);
  for (const torn of ['', '{', 'null', '[]', '{"groups": 7}']) {
    writeFileSync(join(policies.directory, name), torn);
    expect(policies.find(file, text)).toBeUndefined();
  }
});

test('nothing is taken from a directory that others may write into', () => {
  const policies = kept();
  policies.keep(content, text);
  expect(statSync(join(policies.directory, readdirSync(policies.directory)[0] ?? '')).mode & 0o777).toBe(
    0o600,
  );
  chmodSync(policies.directory, 0o777);
  expect(policies.find(file, text)).toBeUndefined();
  expect(() => policies.keep(content, text)).toThrow('written by others');
});

test('old ones go', () => {
  const policies = kept();
  for (let at = 0; at < 200; at++) policies.keep(content, `${text}# ${at}`);
  expect(readdirSync(policies.directory).length).toBeLessThanOrEqual(64);
  expect(policies.find(file, `${text}# 199`)).toStrictEqual(content);
});
