import { EyeOff } from 'lucide-react';
import type { HiddenTools } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { rulesTexts } from './texts.ts';

const texts = rulesTexts.hidden;

/** Tools hidden from the model, with the file that hides them. */
export function HiddenFromAgents({ tools }: { readonly tools: readonly HiddenTools[] }) {
  if (tools.length === 0) return null;
  return (
    <section className="section beside">
      <h2>{texts.title}</h2>
      <ul className="list-card remembered">
        {tools.map(({ hidden, visible: only, layer, file }) => (
          <li key={`${layer} ${file}`}>
            <EyeOff className="i dimmer" aria-hidden />
            <span className="what">
              {hidden.length > 0 && <Names words={texts.never} names={hidden} />}
              {only.length > 0 && <Names words={texts.only} names={only} />}
              <span className="sub">
                {layer}
                {file !== undefined && `, ${visible(file)}`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Names({ words, names }: { readonly words: string; readonly names: readonly string[] }) {
  return (
    <span>
      {words}:{' '}
      {names.map((name) => (
        <span key={name}>
          <code>{visible(name)}</code>{' '}
        </span>
      ))}
    </span>
  );
}
