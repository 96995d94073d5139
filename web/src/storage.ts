/** What the browser keeps for this page: for ever, or as long as a tab is open. */
export const PREFIX = 'azulejos.';

export const read = <T>(name: string, otherwise: T): T => readOf(() => localStorage, name, otherwise);

/** What this tab keeps. */
export const readHere = <T>(name: string, otherwise: T): T => readOf(() => sessionStorage, name, otherwise);

/** Let this tab keep something, or nothing any more. */
export function writeHere(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing: it is there as long as the page
  }
}

function readOf<T>(storage: () => Storage, name: string, otherwise: T): T {
  try {
    const text = storage().getItem(PREFIX + name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}
