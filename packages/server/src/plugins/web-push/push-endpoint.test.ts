import { expect, test } from 'vitest';
import { ForbiddenAddress } from '../../outbound/send.ts';
import { usualPushHosts } from './push-settings.ts';
import { checkPushEndpoint } from './push-endpoint.ts';

const check = (endpoint: string): URL =>
  checkPushEndpoint(endpoint, { hosts: usualPushHosts, permitted: [] });

test.each([
  'https://fcm.googleapis.com/fcm/send/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/x',
  'https://db5p.notify.windows.com/w/?token=x',
])('%s is a push service', (endpoint) => {
  expect(check(endpoint).href).toBe(endpoint);
});

test.each([
  'https://googleapis.com/x',
  'https://storage.googleapis.com/x',
  'https://fcm.googleapis.com.attacker.example/x',
  'https://evilpush.apple.com/x',
  'https://push.apple.com/x',
  'https://web.push.apple.com:8443/x',
  'https://web.push.apple.com.attacker.example/x',
  'https://fcm.googleapis.com@attacker.example/x',
  'https://attacker.example/#.push.apple.com',
  'https://attacker.example/?x=.push.apple.com',
  'http://fcm.googleapis.com/x',
  'file:///etc/passwd',
])('%s is none', (endpoint) => {
  expect(() => check(endpoint)).toThrow(ForbiddenAddress);
});
