import { type OwnPush, ownPush } from '@permesso/protocol/console';
import { get, send } from '../../api.ts';
import { pushTexts } from './texts.ts';

/** The only policy that the server's pages allow: a worker is a script that outlives the page. */
const policyName = 'permesso-worker';
const workerFile = 'push-worker.js';
const storageKey = 'permesso-push';

export function isPushPossible(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

/** Whether notifications in this browser show the command. */
export function showsCall(): boolean {
  return localStorage.getItem(storageKey) === 'call';
}

async function currentSubscription(): Promise<PushSubscription | undefined> {
  if (!isPushPossible()) return undefined;
  const registration = await navigator.serviceWorker.getRegistration('./');
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** The server's id for this browser's subscription; undefined without one. */
export async function pushPrint(): Promise<string | undefined> {
  const subscription = await currentSubscription();
  if (subscription === undefined) return undefined;
  const { endpoint, p256dh, auth } = subscriberOf(subscription);
  const bytes = new TextEncoder().encode(`${endpoint}\n${p256dh}\n${auth}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Asks for permission, starts the worker, subscribes, and registers with the server. */
export async function turnPushOn({
  key,
  withCall,
}: {
  readonly key: string;
  readonly withCall: boolean;
}): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(pushTexts.own.denied);
  const registration = await startWorker();
  const before = await registration.pushManager.getSubscription();
  // Another organisation's subscription is bound to another key.
  if (before !== null && !isBoundTo(before, key)) await before.unsubscribe();
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
    .catch((error: unknown) => {
      throw new Error(pushTexts.own.failed, { cause: error });
    });
  await send('PUT', '/v1/me/push', { ...subscriberOf(subscription), showsCall: withCall });
  localStorage.setItem(storageKey, withCall ? 'call' : 'count');
}

/** In this browser; the server drops it when told, or on its next message. */
export async function unsubscribe(): Promise<void> {
  await (await currentSubscription())?.unsubscribe();
  localStorage.removeItem(storageKey);
}

/**
 * At every start of the console: renews the subscription in this session, so that it ends with the session. A
 * subscription of a different person is ended: otherwise that person's messages would still be shown.
 */
export async function renewPush(
  isOwn: (print: string) => boolean,
  { key, isOffered }: OwnPush,
): Promise<void> {
  const subscription = await currentSubscription();
  const print = await pushPrint();
  if (subscription === undefined || print === undefined) return;
  if (!isOffered || !isBoundTo(subscription, key) || !isOwn(print)) return await unsubscribe();
  await send('PUT', '/v1/me/push', { ...subscriberOf(subscription), showsCall: showsCall() });
}

export function getOwnPush(): Promise<OwnPush> {
  return get(ownPush, '/v1/me/push');
}

async function startWorker(): Promise<ServiceWorkerRegistration> {
  // TypeScript has no types for these policies yet.
  const { trustedTypes } = globalThis as {
    trustedTypes?: { createPolicy: (name: string, rules: object) => WorkerPolicy };
  };
  const url = workerUrl(trustedTypes) as string;
  await navigator.serviceWorker.register(url, { scope: './' });
  return await navigator.serviceWorker.ready;
}

interface WorkerPolicy {
  readonly createScriptURL: (text: string) => unknown;
}

let policy: WorkerPolicy | undefined;

function workerUrl(
  types: { readonly createPolicy: (name: string, rules: object) => WorkerPolicy } | undefined,
): unknown {
  // Returns this one URL, whatever the argument.
  policy ??= types?.createPolicy(policyName, { createScriptURL: () => `./${workerFile}` });
  return policy?.createScriptURL('') ?? `./${workerFile}`;
}

function subscriberOf(subscription: PushSubscription): {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
} {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' };
}

function isBoundTo({ options }: PushSubscription, key: string): boolean {
  const bound = options.applicationServerKey;
  return bound !== null && toBase64Url(new Uint8Array(bound)) === key;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
