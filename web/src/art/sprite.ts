/** All drawings as symbols in one hidden sprite, placed by `<use>`. */
import symbols from 'look/symbols.svg';
import { tileSymbols } from './tiles.ts';

/** Draw the sprite and the cloth behind everything; once. */
export function layCloth(body: HTMLElement): void {
  body.insertAdjacentHTML(
    'afterbegin',
    `<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>${tileSymbols()}${symbols}</defs></svg>
<svg id="cloth" aria-hidden="true"><rect width="100%" height="100%" fill="url(#azulejo)"/></svg>`,
  );
}
