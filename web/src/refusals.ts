/** Why something was refused, in the language of the page as far as its catalogues go. */
import { Refusal } from './api.ts';
import { isSaid, t } from './language.ts';

export function reasonOf(error: unknown): string {
  if (!(error instanceof Refusal)) return String(error);
  if (error.said) return t(error.said.message, error.said.values);
  return isSaid(`ui.refused.${error.code}`) ? t(`ui.refused.${error.code}`) : error.message;
}
