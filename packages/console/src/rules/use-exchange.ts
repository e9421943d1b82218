import { useState } from 'react';
import {
  exportedText,
  formatList,
  type ImportedRules,
  importedRules,
  type ShownLosses,
} from '@permesso/protocol/console';
import { post } from '../api.ts';
import { errorText } from '../format.ts';
import { useGet } from '../session/use-get.ts';

export function useFormats() {
  const { data } = useGet('formats', formatList, { path: '/api/formats', staleTime: Infinity });
  return data?.formats ?? [];
}

/** Imports another program's rules, or exports ours. `path` makes a URL below a project. */
export function useExchange(path: (path: string) => string) {
  const formats = useFormats();
  const [format, setFormat] = useState('claude');
  const [text, setText] = useState('');
  const [imported, setImported] = useState<ImportedRules>();
  const [written, setWritten] = useState<ShownLosses>();
  const [problem, setProblem] = useState('');

  async function run(work: () => Promise<void>): Promise<void> {
    try {
      setProblem('');
      await work();
    } catch (error) {
      setProblem(errorText(error));
    }
  }
  const read = (): Promise<void> =>
    run(async () => {
      setWritten(undefined);
      setImported(await post(importedRules, path('/api/import'), { format, text }));
    });
  const write = (): Promise<void> =>
    run(async () => {
      const exported = await post(exportedText, path('/api/export'), { format });
      setImported(undefined);
      setText(exported.text);
      setWritten(exported.losses);
    });
  return {
    formats,
    chosen: formats.find(({ name }) => name === format),
    format,
    setFormat,
    text,
    setText,
    imported,
    losses: imported?.losses ?? written,
    problem,
    read,
    write,
  };
}
