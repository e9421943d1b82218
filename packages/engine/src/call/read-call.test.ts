import { describe, expect, test } from 'vitest';
import { readCall } from './read-call.ts';
import { agentChain } from './tool-call.ts';

describe('a call', () => {
  test.each([
    [{ tool: 'Read', input: {} }],
    [{ tool: '__proto__', input: {} }],
    [{ tool: 'x', input: Object.create(null) as object }],
    [{ tool: 'x', input: {}, cwd: '/', session: '', host: 'h' }],
    [
      {
        tool: 'x',
        input: {},
        cwd: undefined,
        session: undefined,
        host: undefined,
        agent: undefined,
        mcp: undefined,
      },
    ],
    [{ tool: 'x', input: {}, agent: { name: 'a' } }],
    [{ tool: 'x', input: {}, agent: { name: 'a', parents: ['b', 'c'] } }],
    [{ tool: 'x', input: {}, mcp: { server: 's', tool: 't' } }],
  ])('%j can be read', (call) => {
    expect(readCall(call)).toMatchObject({ tool: call.tool });
    expect(readCall(call)).not.toHaveProperty('malformed');
  });

  test.each<[object, object | undefined, string | undefined]>([
    [{ tenant: 'acme', user: 'ann', roles: ['a'] }, { tenant: 'acme', user: 'ann' }, undefined],
    [{ user: 'ann', session: 's', attributes: { plan: 'pro' } }, { user: 'ann', session: 's' }, 's'],
    [{ roles: ['a'] }, undefined, undefined],
  ])('the principal %j is its owner', (principal, owner, session) => {
    const read = readCall({ tool: 'x', input: {}, principal });
    expect(read).toEqual({
      tool: 'x',
      input: {},
      principal,
      ...(owner === undefined ? {} : { owner }),
      ...(session === undefined ? {} : { session }),
    });
  });

  test.each<[unknown, string]>([
    [null, '`principal` is not an object; write { tenant, user, session, roles, attributes }'],
    [{}, '`principal` is empty; write { tenant, user, session, roles, attributes }'],
    [{ user: '' }, '`principal.user` is not a text; find out who it is first, or leave the field out'],
    [{ user: undefined }, '`principal.user` is not a text; find out who it is first, or leave the field out'],
    [{ role: 'admin' }, '`principal` has no field `role`; there are tenant, user, session'],
    [{ user: 'a', roles: 'admin' }, '`principal.roles` is not a list of texts'],
    [{ user: 'a', roles: [5] }, '`principal.roles` is not a list of texts'],
    [{ user: 'a', attributes: [] }, '`principal.attributes` is not an object'],
  ])('the principal %j is malformed', (principal, malformed) => {
    expect(readCall({ tool: 'x', input: {}, principal })).toEqual({ malformed });
  });

  test.each([
    [{ user: 'bob' }, { user: 'ann' }],
    [{ user: 'ann', tenant: 'a' }, { user: 'ann' }],
    [
      { user: 'ann', session: 'b' },
      { user: 'ann', session: 'a' },
    ],
    [{ user: 'ann' }, { roles: ['a'] }],
  ])('the owner %j beside the principal %j is malformed', (owner, principal) => {
    expect(readCall({ tool: 'x', input: {}, owner, principal })).toEqual({
      malformed: '`owner` and `principal` name different people',
    });
  });

  test.each<[unknown, string]>([
    [null, 'the call is not an object'],
    [undefined, 'the call is not an object'],
    ['Bash', 'the call is not an object'],
    [5, 'the call is not an object'],
    [{}, 'the call names no tool'],
    [{ tool: '', input: {} }, 'the call names no tool'],
    [{ tool: 5, input: {} }, 'the call names no tool'],
    [{ tool: ['Bash'], input: {} }, 'the call names no tool'],
    [{ tool: 'x' }, 'the input is not an object'],
    [{ tool: 'x', input: null }, 'the input is not an object'],
    [{ tool: 'x', input: [] }, 'the input is not an object'],
    [{ tool: 'x', input: 'ls' }, 'the input is not an object'],
    [{ tool: 'x', input: {}, cwd: 5 }, '`cwd` is not a text'],
    [{ tool: 'x', input: {}, session: {} }, '`session` is not a text'],
    [{ tool: 'x', input: {}, host: [] }, '`host` is not a text'],
    [{ tool: 'x', input: {}, cwd: 'src' }, '`cwd` is not an absolute path'],
    [{ tool: 'x', input: {}, cwd: '' }, '`cwd` is not an absolute path'],
    [{ tool: 'x', input: {}, agent: 'a' }, '`agent` has no name'],
    [{ tool: 'x', input: {}, agent: null }, '`agent` has no name'],
    [{ tool: 'x', input: {}, agent: {} }, '`agent` has no name'],
    [{ tool: 'x', input: {}, agent: { name: 'a', parents: 'b' } }, '`agent` has no name'],
    [{ tool: 'x', input: {}, agent: { name: 'a', parents: [5] } }, '`agent` has no name'],
    [{ tool: 'x', input: {}, agent: [] }, '`agent` has no name'],
    [{ tool: 'x', input: {}, mcp: {} }, '`mcp` needs a server and a tool'],
    [{ tool: 'x', input: {}, mcp: { server: 's' } }, '`mcp` needs a server and a tool'],
    [{ tool: 'x', input: {}, mcp: { tool: 't' } }, '`mcp` needs a server and a tool'],
    [{ tool: 'x', input: {}, mcp: null }, '`mcp` needs a server and a tool'],
  ])('%j is malformed', (call, malformed) => {
    expect(readCall(call)).toEqual({ malformed });
  });
});

test.each([
  [undefined, ['main']],
  [{ name: 'a' }, ['a']],
  [{ name: 'a', parents: ['b', 'main'] }, ['a', 'b', 'main']],
])('the chain of %j is %j', (agent, chain) => {
  expect(agentChain({ tool: 'x', input: {}, ...(agent === undefined ? {} : { agent }) })).toEqual(chain);
});
