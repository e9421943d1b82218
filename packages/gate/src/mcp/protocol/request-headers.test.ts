import { expect, test } from 'vitest';
import { headerValue, requestHeaders } from './request-headers.ts';

const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };

test('a stateless request repeats in its headers what its body says', () => {
  const params = {
    name: 'búsca',
    arguments: { region: 'eu', deep: { zone: 'a b ' }, n: 3, none: null },
    _meta: meta,
  };
  const schema = {
    properties: {
      region: { 'x-mcp-header': 'Region' },
      deep: { properties: { zone: { 'x-mcp-header': 'Zone' } } },
      n: { 'x-mcp-header': 'bad name' },
      none: { 'x-mcp-header': 'None' },
    },
  };
  expect(requestHeaders({ method: 'tools/call', params }, schema)).toEqual({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': '=?base64?YsO6c2Nh?=',
    'mcp-param-region': 'eu',
    'mcp-param-zone': '=?base64?YSBiIA==?=',
  });
});

test('a request of a session has none', () => {
  expect(requestHeaders({ method: 'tools/call', params: { name: 'a' } }, undefined)).toEqual({});
});

test.each(['a\r\nx-evil: 1', '', ' a', '=?base64?eA==?=', 'ü'])('%j cannot leave its header', (text) => {
  expect(headerValue(text)).toMatch(/^=\?base64\?[\w+/=]*\?=$/);
});
