/**
 * Shows pushed messages, and opens the console on a click. Fetches and stores nothing: a person must sign in to see
 * more.
 */
const worker = globalThis as unknown as WorkerScope;

/** The parts of a service worker used here: TypeScript has its types only as a replacement for those of pages. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    readonly claim: () => Promise<void>;
    readonly matchAll: (options: { readonly type: 'window' }) => Promise<readonly PageClient[]>;
    readonly openWindow: (url: string) => Promise<unknown>;
  };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: <K extends keyof WorkerEvents>(
    name: K,
    listener: (event: WorkerEvents[K]) => void,
  ) => void;
}

interface PageClient {
  readonly focused: boolean;
  readonly focus: () => Promise<unknown>;
  readonly navigate: (url: string) => Promise<unknown>;
}

interface WaitingEvent {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

interface WorkerEvents {
  readonly install: WaitingEvent;
  readonly activate: WaitingEvent;
  readonly push: WaitingEvent & { readonly data: { readonly json: () => unknown } | null };
  readonly notificationclick: WaitingEvent & { readonly notification: Notification };
}

interface Note {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly request?: string;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('push', (event) => {
  const { title, body, tag, request } = readNote(event.data);
  event.waitUntil(worker.registration.showNotification(title, { body, tag, data: { request } }));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { request } = (event.notification.data ?? {}) as { readonly request?: string };
  event.waitUntil(openRequest(request));
});

/** A browser may end the subscription if a message shows nothing. */
function readNote(data: WorkerEvents['push']['data']): Note {
  try {
    const said = (data?.json() ?? {}) as Partial<Record<keyof Note, unknown>>;
    return {
      title: textOr(said.title, 'Permesso'),
      body: textOr(said.body, ''),
      tag: textOr(said.tag, 'approvals'),
      ...(typeof said.request === 'string' && uuid.test(said.request) ? { request: said.request } : {}),
    };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { title: 'Permesso', body: '', tag: 'approvals' };
  }
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value.slice(0, 1000) : otherwise;
}

/** In an open page of the console, or in a new one. */
async function openRequest(request: string | undefined): Promise<void> {
  const address = new URL(worker.registration.scope);
  address.hash = `/approvals${request === undefined ? '' : `?request=${request}`}`;
  const pages = await worker.clients.matchAll({ type: 'window' });
  const [page] = pages.toSorted((a, b) => Number(b.focused) - Number(a.focused));
  if (page === undefined) {
    await worker.clients.openWindow(address.href);
    return;
  }
  await page.focus();
  await page.navigate(address.href);
}
