import { useEffect, useState } from 'react';

const names = ['system', 'light', 'dark'] as const;

export type Theme = (typeof names)[number];

const key = 'permesso-theme';

/** The system's theme, or the one chosen here. */
export function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(
    () => names.find((name) => name === localStorage.getItem(key)) ?? 'system',
  );
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
    localStorage.setItem(key, theme);
  }, [theme]);
  return [theme, () => setTheme((now) => names[(names.indexOf(now) + 1) % names.length] ?? 'system')];
}
