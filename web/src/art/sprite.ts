/** All drawings as symbols in one hidden sprite, placed by `<use>`. */
import { tileSymbols } from './tiles.ts';

const LIGHT = `<linearGradient id="bevel" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".55"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset=".6" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".4"/></linearGradient>
<linearGradient id="brass" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#f6dd9a"/><stop offset=".5" stop-color="#c79a3d"/><stop offset="1" stop-color="#8b6420"/></linearGradient>
<linearGradient id="paper" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fdf7e9"/><stop offset="1" stop-color="#f1e4c8"/></linearGradient>
<radialGradient id="ivory" cx=".42" cy=".36" r=".75"><stop offset="0" stop-color="#fffdf6"/><stop offset=".7" stop-color="#f3e9d2"/><stop offset="1" stop-color="#d8c49a"/></radialGradient>
<radialGradient id="well" cx=".5" cy=".45" r=".6"><stop offset="0" stop-color="#fffaf0"/><stop offset="1" stop-color="#eadbb9"/></radialGradient>
<radialGradient id="shadow"><stop class="shade" offset=".72"/><stop offset="1" stop-color="#020a14" stop-opacity="0"/></radialGradient>
<radialGradient id="basin"><stop class="deep-0" offset="0"/><stop class="deep-1" offset=".82"/><stop class="deep-2" offset="1"/></radialGradient>`;

const PLATE = `<symbol id="plate" viewBox="-100 -100 200 200" overflow="visible"><circle cx="4" cy="9" r="112" fill="url(#shadow)"/><circle r="100" fill="url(#ivory)"/><circle r="98.5" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="2"/><circle r="91" fill="none" stroke="#1d4a9d" stroke-width="2.2"/><circle r="84" fill="none" stroke="#1d4a9d" stroke-width="6.5" stroke-dasharray=".1 10.995" stroke-linecap="round"/><circle r="77" fill="none" stroke="#1d4a9d" stroke-width="2.2"/><circle r="75" fill="url(#well)"/></symbol>`;

const CORNER = `<symbol id="corner" viewBox="0 0 60 60"><g fill="none" stroke="#1d4a9d" stroke-width="2"><path d="M0 52A52 52 0 0 0 52 0"/><path d="M0 40A40 40 0 0 0 40 0" stroke-width="5" stroke-dasharray=".1 8.3" stroke-linecap="round"/><path d="M0 28A28 28 0 0 0 28 0"/></g><path d="M0 0H17C17 10 10 17 0 17Z" fill="#1d4a9d"/></symbol>`;

const ROSE = `<symbol id="rose" viewBox="-100 -100 200 200"><g class="rose-line" fill="none" stroke-width="1.2"><circle r="97"/><circle r="90"/><circle r="58"/></g>${Array.from({ length: 16 }, (_, i) => `<path transform="rotate(${i * 22.5})" d="M0 ${i % 4 === 0 ? -88 : i % 2 === 0 ? -72 : -58}L${i % 2 ? 5 : 9} -22L0 -12L-${i % 2 ? 5 : 9} -22Z" class="rose-leaf" fill-opacity="${i % 2 ? 0.35 : 0.7}"/>`).join('')}</symbol>`;

const QUARTERS = [0, 90, 180, 270]
  .map(
    angle =>
      `<g transform="rotate(${angle} 60 60)"><path d="M60 60C60 40 72 26 96 24C94 48 80 60 60 60Z"/><circle r="26"/><circle r="14"/></g>`,
  )
  .join('');
const CLOTH = `<pattern id="azulejo" width="120" height="120" patternUnits="userSpaceOnUse"><g class="weave" fill="none" stroke-width="1.3"><circle cx="60" cy="60" r="30"/><circle cx="60" cy="60" r="10"/><path d="M60 0L120 60L60 120L0 60Z"/>${QUARTERS}</g></pattern>`;

/** Draw the sprite and the cloth behind everything; once. */
export function layCloth(body: HTMLElement): void {
  body.insertAdjacentHTML(
    'afterbegin',
    `<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>${LIGHT}${tileSymbols()}${PLATE}${CORNER}${ROSE}${CLOTH}</defs></svg>
<svg id="cloth" aria-hidden="true"><rect width="100%" height="100%" fill="url(#azulejo)"/></svg>`,
  );
}
