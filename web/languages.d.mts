export function languagesModule(folders?: string[]): string;
export function unbroken(text: string): string;
export const LATER: readonly string[];
