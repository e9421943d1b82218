import { useRef, useState, type SyntheticEvent } from 'react';
import { here, problemFrom, send } from '../api.ts';
import { errorText } from '../format.ts';

export interface SignInProps {
  /** Signed in, and nobody has given a role. */
  readonly mayNotLook: boolean;
  readonly onEntered: () => void;
}

const lastOrganisation = 'permesso-organisation';

/** How to come in: by the organisation's identity provider, or with a token where there is none. */
export function SignIn({ mayNotLook, onEntered }: SignInProps) {
  const organisation = useRef<HTMLInputElement>(null);
  const token = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const [byToken, setByToken] = useState(false);

  async function lead(): Promise<void> {
    const name = organisation.current?.value.trim().toLowerCase() ?? '';
    if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) return setProblem('Which organisation? Its short name.');
    const path = here(`/v1/sign-in/to/${name}`);
    // Asked before the page is left: a person who cannot sign in there should be told here.
    const asked = await fetch(path, { redirect: 'manual', credentials: 'same-origin' });
    if (asked.type !== 'opaqueredirect') {
      const { detail } = await problemFrom(asked);
      // No provider there, or no such organisation: a token may be what this person has.
      setByToken(true);
      return setProblem(detail);
    }
    localStorage.setItem(lastOrganisation, name);
    return location.assign(path);
  }

  async function useToken(): Promise<void> {
    await send('POST', '/v1/sign-in/token', { token: token.current?.value.trim() ?? '' });
    onEntered();
  }

  const on = (work: () => Promise<void>) => (event: SyntheticEvent) => {
    event.preventDefault();
    setProblem('');
    work().catch((error: unknown) => setProblem(errorText(error)));
  };

  return (
    <main className="classic sign-in">
      <h1>Permesso</h1>
      {mayNotLook ? (
        <p className="warning">
          You are signed in, and nobody has given you a role yet. Ask an admin of your organisation, then load
          this page again. You can also sign in as somebody else.
        </p>
      ) : (
        <p>What the agents of your team want to do, what they may do, and what they did. Sign in to look.</p>
      )}
      <form className="add" onSubmit={on(lead)}>
        <label className="grow">
          Organisation
          <input
            ref={organisation}
            defaultValue={localStorage.getItem(lastOrganisation) ?? ''}
            autoComplete="organization"
            spellCheck={false}
          />
        </label>
        <button type="submit">Sign in</button>
      </form>
      <details open={byToken}>
        <summary>Without an identity provider: with a token</summary>
        <p>
          <code>permesso serve add-person</code> shows a token once. It begins a session in this browser that
          can do what the token can, for twelve hours at most.
        </p>
        <form className="add" onSubmit={on(useToken)}>
          <label className="grow">
            API token
            <input ref={token} type="password" autoComplete="off" spellCheck={false} />
          </label>
          <button type="submit">Use the token</button>
        </form>
      </details>
      <p className="problem" role="alert">
        {problem}
      </p>
    </main>
  );
}
