import { expect, test } from 'vitest';
import { compilePolicy } from '../policy/compile-policy.ts';
import type { Layer } from '../policy/layer.ts';
import { splitByTrust } from '../policy/file/loosening.ts';
import { parsePolicyFile } from '../policy/file/parse-policy-file.ts';
import { deriveProfile } from '../sandbox/derive-profile.ts';
import { emptySession, type Session, withEndorsed, withLabels } from '../session/session.ts';
import { fixedWorld } from '../world/fixed-world.ts';
import { decideCall } from './decide-call.ts';

const read = { label: 'untrusted', source: 'forum.example', at: 1 };
const labelled = withLabels(emptySession, [read]);
const hosts = ['registries', 'api.example.com', '*.cdn.example'];

function openTo(session: Session | undefined, ...layers: readonly Layer[]): readonly string[] {
  const policy = compilePolicy(layers.map((layer) => ({ layer: 'user', ...layer })));
  return deriveProfile({ policy, world: fixedWorld({}), mode: 'default', session }).profile.hosts;
}

test('what the session has read closes hosts of its sandboxed calls, and a person who trusts the source opens them', () => {
  const layer: Layer = { sandbox: { hosts, after: { untrusted: { hosts: ['registries'] } } } };
  const whole = openTo(undefined, layer);
  expect(whole).toContain('api.example.com');
  expect(openTo(emptySession, layer)).toEqual(whole);
  expect(openTo(withLabels(emptySession, [{ ...read, label: 'acted' }]), layer)).toEqual(whole);
  expect(openTo(labelled, layer)).toEqual(
    whole.filter((host) => !['api.example.com', '*.cdn.example'].includes(host)),
  );
  expect(openTo({ ...emptySession, unreadable: 'it is cut off' }, layer)).not.toContain('api.example.com');
  expect(openTo(withEndorsed(labelled, 'forum.example'), layer)).toEqual(whole);
});

test.each([
  ['api.example.com', ['api.example.com'], true],
  ['api.example.com', ['*.example.com'], true],
  ['api.example.com', ['example.com'], false],
  ['api.example.com', ['API.example.com.'], true],
  ['api.example.com', ['*.example.com.evil.test'], false],
  ['*.cdn.example', ['*.cdn.example'], true],
  ['*.cdn.example', ['a.cdn.example'], false],
  ['*.cdn.example', ['cdn.example'], false],
  ['api.example.com', [], false],
  ['api.example.com', ['not a host'], false],
])('of %s, %j leaves it open: %s', (host, open, expected) => {
  const layer: Layer = { sandbox: { hosts: [host], after: { untrusted: { hosts: open } } } };
  expect(openTo(labelled, layer).length > 0).toBe(expected);
});

test('every layer may narrow: one that is not trusted, one below a team, several at once', () => {
  const user: Layer = { sandbox: { hosts } };
  const closing: Layer = {
    layer: 'project',
    trusted: false,
    sandbox: { after: { untrusted: { hosts: [] } } },
  };
  expect(openTo(labelled, user, closing)).toEqual([]);
  expect(openTo(emptySession, user, closing)).toContain('api.example.com');
  const team: Layer = { layer: 'team', sandbox: { hosts: ['api.example.com'] } };
  expect(openTo(labelled, team, closing)).toEqual([]);
  const one: Layer = { sandbox: { after: { untrusted: { hosts: ['api.example.com'] } } } };
  const other: Layer = { layer: 'preset', sandbox: { after: { untrusted: { hosts: ['registries'] } } } };
  expect(openTo(labelled, user, one, other)).toEqual([]);
});

test('a layer that only narrows turns no sandbox on, and takes no hosts away', () => {
  const closing: Layer = { layer: 'team', sandbox: { after: { untrusted: { hosts: [] } } } };
  expect(compilePolicy([closing]).sandbox).toMatchObject({ use: 'off', governed: false });
  const both = compilePolicy([
    closing,
    { layer: 'user', sandbox: { use: 'on', hosts: ['api.example.com'] } },
  ]);
  expect(both.sandbox).toMatchObject({ use: 'on', governed: false });
  expect(both.sandbox.hosts.map(({ host }) => host)).toEqual(['api.example.com']);
});

test('a file says it as code does, and what it misspells is reported', () => {
  const layerOf = (text: string): Layer => parsePolicyFile(text, { file: 'policy.yaml' }).layer;
  const text = 'sandbox: { hosts: [api.example.com], after: { untrusted: { hosts: [] } } }';
  expect(openTo(emptySession, layerOf(text))).toEqual(['api.example.com']);
  expect(openTo(labelled, layerOf(text))).toEqual([]);
  const misspelt = compilePolicy([
    layerOf('sandbox: { after: { untrustd: { hosts: ["https://a.example"] } } }'),
  ]);
  expect(misspelt.problems.map(({ message, fix }) => [message, fix])).toEqual([
    ['no call brings the label `untrustd`', 'did you mean `untrusted`?'],
    ['a host is expected here, without scheme: write `example.com`', 'write `example.com`'],
  ]);
  expect(parsePolicyFile('sandbox: { after: { untrusted: [] } }', { file: 'p' }).problems).not.toEqual([]);
});

test('a file that only narrows needs no trust', () => {
  const layer = parsePolicyFile('sandbox: { after: { untrusted: { hosts: [] } } }', { file: 'p' }).layer;
  expect(splitByTrust(layer, () => false)).toEqual([{ ...layer, trusted: true }]);
  const more = parsePolicyFile('sandbox: { hosts: [a.example], after: { untrusted: { hosts: [] } } }', {
    file: 'p',
  });
  expect(splitByTrust(more.layer, () => false).map(({ trusted }) => trusted)).toEqual([true, false]);
});

test('a call that needs a closed host asks, and opening the host is not offered', () => {
  const decided = (session: Session): ReturnType<typeof decideCall> =>
    decideCall(
      { tool: 'Bash', input: { command: 'pip install -i https://api.example.com/simple left-pad' } },
      {
        policy: compilePolicy([{ layer: 'user', sandbox: { hosts, after: { untrusted: { hosts: [] } } } }]),
        world: fixedWorld({ sandbox: { engine: 'test', version: '1', proven: true, path: ['/usr/bin'] } }),
        runsSandboxed: true,
        session,
      },
    );
  expect(decided(emptySession).sandbox?.profile.hosts).toContain('api.example.com');
  const closed = decided(labelled);
  expect([closed.verdict, closed.sandbox]).toEqual(['ask', undefined]);
  expect(JSON.stringify(closed)).not.toMatch(/open.{0,20}api\.example\.com/u);
});

test('closed hosts hold a deny rule that may match, and that makes no allow of an ask', () => {
  const layer: Layer = {
    layer: 'user',
    deny: ['Bash(ssh:*)'],
    sandbox: { hosts, after: { untrusted: { hosts: [] } } },
  };
  const verdictIn = (session: Session, closed: Layer = layer): string =>
    decideCall(
      { tool: 'Bash', input: { command: '"$TOOL" x' } },
      {
        policy: compilePolicy([closed]),
        world: fixedWorld({ sandbox: { engine: 'test', version: '1', proven: true, path: ['/usr/bin'] } }),
        runsSandboxed: true,
        session,
      },
    ).verdict;
  expect([verdictIn(emptySession), verdictIn(labelled)]).toEqual(['ask', 'ask']);
  expect(verdictIn(emptySession, { ...layer, sandbox: { use: 'on', hosts: [] } })).toBe('allow');
});
