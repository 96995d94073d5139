/** Tiles as symbols: `tiles.json` has their shapes, colours and figures, which pictures share. */
import { clip, figures, ghost, ghost_body, glaze, paints, shapes, tile, turned } from 'look/tiles.json';

type Values = Record<string, unknown>;
type Colour = keyof typeof paints;

/** A template with its values in place of what is in braces. */
const filled = (template: string, values: Values) =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

/** A colour's figure in some paint. */
const drawn = (colour: Colour, paint: Values) =>
  (figures[colour] as [number, string][])
    .map(([times, part]) => {
      const drawing = filled(part, paint);
      if (times === 1) return drawing;
      return Array.from({ length: times }, (_, i) => filled(turned, { angle: (i * 360) / times, drawing })).join('');
    })
    .join('');

/** A tile, and an empty space that wants it: its drawing on paper, in its hue. */
function symbols(shape: string, form: Values, colour: Colour): string {
  const paint = paints[colour];
  const values = { shape, colour, ...form, ...paint };
  return (
    filled(tile, { ...values, drawing: drawn(colour, paint) }) +
    filled(ghost, { ...values, drawing: drawn(colour, { figure: paint.ghost, body: ghost_body }) })
  );
}

export function tileSymbols(): string {
  const glazes = Object.entries(paints).map(([colour, paint]) => filled(glaze, { colour, ...paint }));
  const forms = Object.entries(shapes).map(
    ([shape, form]) =>
      filled(clip, { shape, ...form }) + form.colours.map(colour => symbols(shape, form, colour as Colour)).join(''),
  );
  return [...glazes, ...forms].join('');
}
