import { expect, test } from 'vitest';
import { addSandboxHostToText } from './edit-sandbox-hosts.ts';

const entry = { host: 'api.example.com', expires: '2026-12-31T18:00:00Z' };
const written = '{"host":"api.example.com","expires":"2026-12-31T18:00:00Z"}';

test.each([
  ['', `sandbox:\n  hosts: [${written}]\n`],
  ['mode: default\n', `mode: default\nsandbox: { hosts: [${written}] }\n`],
  ['sandbox: on # why\nmode: default\n', `sandbox: { use: on, hosts: [${written}] } # why\nmode: default\n`],
  ['sandbox: { use: on }\n', `sandbox: { use: on, "hosts": [${written}] }\n`],
  ['sandbox:\n  use: on\n', `sandbox:\n  use: on\n  hosts: [${written}]\n`],
  ['sandbox:\n  hosts: [registries] # all\n', `sandbox:\n  hosts: [registries, ${written}] # all\n`],
  [
    'sandbox:\n  hosts:\n    - registries\nallow: [Read]\n',
    `sandbox:\n  hosts:\n    - registries\n    - ${written}\nallow: [Read]\n`,
  ],
])('%j', (text, expected) => {
  expect(addSandboxHostToText(text, entry)).toEqual({ text: expected, changed: true });
});

test('says nothing twice, and nothing about what is open for good', () => {
  for (const text of [`sandbox:\n  hosts: [${written}]\n`, 'sandbox:\n  hosts: [api.example.com]\n'])
    expect(addSandboxHostToText(text, entry)).toEqual({ text, changed: false });
});

test('leaves a file alone that it cannot read or would change otherwise', () => {
  expect(addSandboxHostToText('sandbox: [on]\n', entry)).toHaveProperty('refused');
  expect(addSandboxHostToText('a: &x { use: on }\nsandbox: *x\n', entry)).toHaveProperty('refused');
});
