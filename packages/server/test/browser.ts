import { ask, type Answered } from './ask.ts';

/** A browser as far as it matters here: keeps cookies by origin, follows redirections, fills in the login form. */
export class Browser {
  private readonly jars = new Map<string, Map<string, string>>();

  private readonly url: string;
  private loaded: { readonly cookie: string; readonly csrf: string } | undefined;

  constructor(server: { readonly url: string }) {
    this.url = server.url;
  }

  async visit(url: string, form?: Readonly<Record<string, string>>): Promise<Response> {
    const { origin } = new URL(url);
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  cookie(name: string): string | undefined {
    return this.jars.get(this.url)?.get(name);
  }

  plant(name: string, value: string): void {
    const jar = this.jars.get(this.url) ?? new Map<string, string>();
    this.jars.set(this.url, jar.set(name, value));
  }

  /** Through to the session, or what the server said instead. */
  async signIn(login: string, organisation?: string): Promise<Response> {
    return await this.visit(await this.signInAtProvider(login, organisation));
  }

  /** As its pages would ask, with the session's own secret. */
  async ask(what: string, body?: unknown): Promise<Answered> {
    const cookie = `permesso-session=${this.cookie('permesso-session') ?? ''}`;
    const server = { url: this.url };
    // A page asks for it once, when it is loaded.
    if (this.loaded?.cookie !== cookie) {
      const { json } = await ask(server, 'GET /v1/session', { headers: { cookie } });
      this.loaded = json.csrf === undefined ? undefined : { cookie, csrf: json.csrf };
    }
    const headers = { cookie, ...(this.loaded === undefined ? {} : { 'permesso-csrf': this.loaded.csrf }) };
    return await ask(server, what, { headers, ...(body === undefined ? {} : { body }) });
  }

  /** From the first link to the address at the server with which the provider sends it back. */
  async signInAtProvider(login: string, organisation = 'acme'): Promise<string> {
    let at = `${this.url}/v1/sign-in/to/${organisation}`;
    let form: Readonly<Record<string, string>> | undefined;
    for (let step = 0; step < 15; step++) {
      const response = await this.visit(at, form);
      const location = response.headers.get('location');
      form = undefined;
      if (location === null) {
        const page = await response.text();
        const action = /action="([^"]+)"/.exec(page)?.[1] ?? '';
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
        at = new URL(action, at).href;
        form = prompt === 'login' ? { prompt, login, password: 'any' } : { prompt };
      } else {
        at = new URL(location, at).href;
        if (at.startsWith(`${this.url}/v1/sign-in/callback`)) return at;
      }
    }
    throw new Error('the sign-in led nowhere');
  }
}
