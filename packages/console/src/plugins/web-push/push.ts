import { type OwnPush, ownPush } from '@permesso/protocol/console';
import { get, send } from '../../api.ts';
import { pushTexts } from './texts.ts';

/** The server's pages let this policy in, and no other: a worker is a script that outlives the page. */
const policyName = 'permesso-worker';
const workerFile = 'push-worker.js';
const storageKey = 'permesso-push';

export function isPushPossible(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
}

/** Whether the person wants the command in notifications of this browser. */
export function showsCall(): boolean {
  return localStorage.getItem(storageKey) === 'call';
}

async function currentSubscription(): Promise<PushSubscription | undefined> {
  if (!isPushPossible()) return undefined;
  const registration = await navigator.serviceWorker.getRegistration('./');
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** What the server calls the subscription of this browser; nothing where there is none. */
export async function pushPrint(): Promise<string | undefined> {
  const subscription = await currentSubscription();
  if (subscription === undefined) return undefined;
  const { endpoint, p256dh, auth } = subscriberOf(subscription);
  const bytes = new TextEncoder().encode(`${endpoint}\n${p256dh}\n${auth}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Asks the person, starts the worker, subscribes, and tells the server. */
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
  // One of another organisation is bound to another key.
  if (before !== null && !isBoundTo(before, key)) await before.unsubscribe();
  const subscription = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
    .catch((error: unknown) => {
      throw new Error(pushTexts.own.failed, { cause: error });
    });
  await send('PUT', '/v1/me/push', { ...subscriberOf(subscription), showsCall: withCall });
  localStorage.setItem(storageKey, withCall ? 'call' : 'count');
}

/** In this browser; the server forgets it when it is told, or when it next sends something. */
export async function unsubscribe(): Promise<void> {
  await (await currentSubscription())?.unsubscribe();
  localStorage.removeItem(storageKey);
}

/**
 * With every start of the console: what the server knows is renewed in this session, so that it ends with it. A subscription
 * that is not of the person who sits here now is ended: the other one's messages would go on to be shown.
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
  // Of the types that TypeScript knows none is about these policies yet.
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
  // Whatever it is asked for, it makes this one address.
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
