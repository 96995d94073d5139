/** A link as a QR code, black on white with the margin that cameras need. */
import { encode } from 'uqr';
import { t } from '../language.ts';

export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t('ui.qr.of', { link: text })} shape-rendering="crispEdges">
      <rect width={size} height={size} class="light" />
      <path d={dark.join('')} class="dark" />
    </svg>
  );
}
