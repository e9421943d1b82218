import { CSPProvider } from '@base-ui/react/csp-provider';
import { createRoot } from 'react-dom/client';
import { Toasts } from '../src/ui/toasts.tsx';
import { Controls } from './controls.tsx';
import { Display } from './display.tsx';

/** Every component in every state, in both themes beside each other. Not part of what is shipped. */
function ComponentsPage() {
  return (
    <main className="both">
      {(['light', 'dark'] as const).map((theme) => (
        <div key={theme} className={`theme ${theme}`}>
          <h1>Components, {theme}</h1>
          <Controls />
          <Display />
        </div>
      ))}
    </main>
  );
}

const page = document.querySelector('#page');
if (page !== null)
  createRoot(page).render(
    <CSPProvider disableStyleElements>
      <Toasts>
        <ComponentsPage />
      </Toasts>
    </CSPProvider>,
  );
