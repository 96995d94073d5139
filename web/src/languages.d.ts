/** The English catalogue in two parts: what the first screens say, and the rest. */
declare module 'english' {
  const messages: Record<string, string>;
  export default messages;
}
declare module 'english-later' {
  const messages: Record<string, string>;
  export default messages;
}

/** Written by `languages.mjs` from the catalogues that there are. */
declare module 'languages' {
  export interface Offered {
    name: string; // its own for itself
    tag: string; // by BCP 47
    load: () => Promise<{ default: Record<string, string> }>;
  }
  export const LANGUAGES: Record<string, Offered>;
}
