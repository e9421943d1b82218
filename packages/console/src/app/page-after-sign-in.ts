const key = 'permesso-page';

/** The identity provider leads back to the first page, and a person who wanted to join a machine wants that page. */
export function rememberPage(): void {
  sessionStorage.setItem(key, location.hash);
}

export function leadToRememberedPage(): void {
  const page = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (page !== null && /^#\/[a-z]+$/.test(page) && location.hash === '') location.replace(page);
}
