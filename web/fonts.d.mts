export function described(face: string): { file: string; name: string; characters: string };
export const FACE: RegExp;
