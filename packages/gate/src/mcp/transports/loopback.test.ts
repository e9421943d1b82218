import { expect, test } from 'vitest';
import { foreign, readListen } from './loopback.ts';

test.each([
  ['8808', { host: '127.0.0.1', port: 8808 }],
  ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
  ['127.1.2.3:1', { host: '127.1.2.3', port: 1 }],
  ['localhost:80', { host: 'localhost', port: 80 }],
  ['[::1]:9', { host: '::1', port: 9 }],
  ['0.0.0.0:80', undefined],
  ['[::]:80', undefined],
  ['192.168.1.1:80', undefined],
  ['127.evil.example:80', undefined],
  ['example.com:80', undefined],
  ['127.0.0.1', undefined],
  ['127.0.0.1:70000', undefined],
  ['', undefined],
])('--listen %s', (text, place) => {
  expect(readListen(text)).toEqual(place);
});

const port = 8808;

test.each([
  { host: '127.0.0.1:8808' },
  { host: 'LOCALHOST:8808' },
  { host: '[::1]:8808' },
  { host: '127.0.0.1:8808', origin: 'http://127.0.0.1:8808' },
])('%j is for us', (headers) => {
  expect(foreign(headers, { port })).toBeUndefined();
});

test.each([
  {},
  { host: 'evil.example:8808' },
  { host: 'evil.example' },
  { host: '127.0.0.1' },
  { host: '127.0.0.1:80' },
  { host: '127.0.0.1.evil.example:8808' },
  { host: 'localhost:8808', origin: 'http://evil.example' },
  { host: 'localhost:8808', origin: 'http://localhost:3000' },
  { host: 'localhost:8808', origin: 'https://localhost:8808' },
  { host: 'localhost:8808', origin: 'null' },
  { host: 'localhost:8808', origin: '' },
])('%j is not', (headers) => {
  expect(foreign(headers, { port })).toBeTypeOf('string');
});
