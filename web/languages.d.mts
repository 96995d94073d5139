export function languagesModule(folders?: string[]): string;
