import { describe, expect, test } from 'vitest';
import { decideCall } from '../src/decision/decide-call.ts';
import { compilePolicy } from '../src/policy/compile-policy.ts';
import { fixedWorld } from '../src/world/fixed-world.ts';

const policy = compilePolicy([{ allow: ['WebFetch(domain:localhost:*)', 'WebFetch(domain:pypi.org)'] }]);

const byEffects = compilePolicy([{ allow: ['Effect(serve)', 'Effect(edit)', 'Effect(remote-read)'] }]);

function verdict(command: string, under = policy): string {
  return decideCall({ tool: 'Bash', input: { command } }, { policy: under, world: fixedWorld() }).verdict;
}

describe('a rule about a host allows a command that only asks this host', () => {
  test.each([
    'curl -s http://localhost:3000/health',
    'curl -sf localhost:8080/api | head -3',
    "curl -s -X POST -H 'content-type: application/json' -d '{}' http://localhost:3000/api",
    'curl -s -o /dev/null -w "%{http_code}" http://localhost:3000/',
    'curl -s https://pypi.org/pypi/x/json',
  ])('%s', (command) => expect(verdict(command)).toBe('allow'));
});

describe('and nothing that does more', () => {
  test.each([
    // Another host, or one that only looks like it.
    'curl https://example.com',
    'curl http://localhost.example.com:3000',
    'curl http://localhost@example.com',
    "curl 'http://{localhost,example.com}/'",
    'curl http://localhost:3000 https://example.com',
    'curl "http://$HOST/"',
    // What is sent may be anything that was read before.
    'curl -d x https://pypi.org/',
    'curl -H "A: $(cat notes)" https://pypi.org/',
    'curl -X DELETE https://pypi.org/x',
    'curl -u a:b https://pypi.org/',
    // Files.
    'curl -d @.env http://localhost:3000/',
    'curl -F f=@notes http://localhost:3000/',
    'curl -o .git/hooks/pre-commit http://localhost:3000/x',
    'curl -O http://localhost:3000/x',
    "curl -w '%output{x}%{http_code}' http://localhost:3000/",
    'curl file:///etc/passwd',
    'curl -K settings http://localhost:3000/',
    // Another way than the address says.
    'curl -x http://example.com http://localhost:3000/',
    'curl --resolve localhost:3000:203.0.113.9 http://localhost:3000/',
    'curl --unix-socket /var/run/docker.sock http://localhost/x',
    'http_proxy=http://example.com curl http://localhost:3000/',
    // Options that are not known.
    'curl --made-up http://localhost:3000/',
    'curl $OPTIONS http://localhost:3000/',
    // Ports behind which a program starts others for every client.
    'curl http://localhost:2375/containers/json',
    'curl http://localhost:9229/json',
    'curl http://localhost:9222/json',
  ])('%s', (command) => {
    expect(verdict(command)).toBe('ask');
    expect(verdict(command, byEffects)).toBe('ask');
  });
});
