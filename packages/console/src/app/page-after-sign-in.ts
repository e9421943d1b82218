const key = 'permesso-page';

/** The identity provider redirects to the first page, but a person who came to enrol a machine wants that page. */
export function rememberPage(): void {
  sessionStorage.setItem(key, location.hash);
}

export function leadToRememberedPage(): void {
  const page = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  if (page !== null && /^#\/[a-z]+$/.test(page) && location.hash === '') location.replace(page);
}
