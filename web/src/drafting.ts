/**
 * A position that is being edited: what lies at which place, and what is typed or tapped there. Whether it
 * can be is said by whoever answers. Headless.
 */
import { computed, signal } from '@preact/signals';
import { api } from './api.ts';
import type { DraftInfo, PlaceInfo } from './messages.ts';

export const NOTHING = '-';
const EMPTY = [NOTHING, '.', ''];
const TILES = ['tile', 'tiles', 'line', 'row'];

/** The pieces that lie at a place, one by one: `B2Y` is B, B, Y. */
export function piecesIn(place: PlaceInfo): string[] {
  if (EMPTY.includes(place.value)) return [];
  if (place.kind === 'pieces') return place.value.split(/[ ,]/);
  if (place.kind === 'row') return [...place.value];
  return [...place.value.matchAll(/([A-Za-z*])(\d*)/g)].flatMap(([, piece, number]) =>
    Array.from({ length: Number(number || 1) }, () => piece!),
  );
}

/** What a place holds when these lie there. */
export function valueOf(place: PlaceInfo, pieces: readonly string[]): string {
  const by = place.kind === 'pieces' ? (place.name === 'plates' ? ' ' : ',') : '';
  return pieces.join(by) || NOTHING;
}

export const holdsTiles = (place: PlaceInfo): boolean => TILES.includes(place.kind);

/** A piece laid at a place: one where there is room for one, of one colour on a line. */
export function laid(place: PlaceInfo, piece: string): string[] {
  const lying = piecesIn(place);
  if (place.most === 1) return [piece];
  if (place.kind === 'line' && lying.some(each => each !== piece)) return [piece];
  return lying.length < place.most ? [...lying, piece] : lying;
}

export class Drafting {
  readonly draft = signal<DraftInfo | null>(null);
  readonly at = signal<string | null>(null); // the place that is edited
  readonly problem = signal<unknown>(null); // what refused the last edit
  readonly isBusy = signal(false);
  readonly former = signal<readonly string[]>([]); // positions before edits
  readonly place = computed(() => this.draft.value?.places.find(({ name }) => name === this.at.value) ?? null);

  private wanted: Record<string, string> = {};

  /** What lies at a place, with what is still on its way. */
  find(name: string): PlaceInfo | undefined {
    const place = this.draft.value?.places.find(each => each.name === name);
    const value = this.wanted[name];
    return place && value !== undefined ? { ...place, value } : place;
  }

  async begin(from: { position: string } | { game: string }): Promise<void> {
    await this.busily(() => this.ask({ ...from, edits: {} }));
    this.at.value = this.draft.value?.places.find(place => place.is_dealt)?.name ?? null;
  }

  /** Let things lie at places. Edits that come while others are under way go together. */
  async edit(edits: Record<string, string>): Promise<void> {
    Object.assign(this.wanted, edits);
    if (!this.isBusy.peek()) await this.busily();
  }

  async undo(): Promise<void> {
    const position = this.former.value.at(-1);
    if (position === undefined || this.isBusy.value) return;
    this.former.value = this.former.value.slice(0, -1);
    await this.busily(() => this.ask({ position, edits: {} }));
  }

  /** Lay a piece where one is, and go on where the place is full. */
  lay(piece: string): void {
    const place = this.at.value === null ? undefined : this.find(this.at.value);
    if (!place?.pieces.includes(piece)) return;
    const pieces = laid(place, piece);
    void this.edit({ [place.name]: valueOf(place, pieces) });
    if (pieces.length >= place.most) this.step(1);
  }

  /** Take away the last piece, or the piece of a number. */
  take(number = -1): void {
    const place = this.at.value === null ? undefined : this.find(this.at.value);
    if (!place) return;
    const pieces = piecesIn(place);
    pieces.splice(number, 1);
    void this.edit({ [place.name]: valueOf(place, pieces) });
  }

  /** Go to the next place where tiles lie, or the one before. */
  step(by: 1 | -1): void {
    const places = this.draft.value?.places.filter(holdsTiles) ?? [];
    const here = places.findIndex(({ name }) => name === this.at.value);
    const next = places[(here + by + places.length) % places.length];
    if (next) this.at.value = next.name;
  }

  /** Begin a round: what is dealt is entered next, display after display. */
  async dealAnew(): Promise<void> {
    const draft = this.draft.value;
    if (!draft) return;
    const dealt = draft.places.filter(place => place.is_dealt || place.name === 'centre');
    await this.edit({ ...Object.fromEntries(dealt.map(({ name }) => [name, NOTHING])), ...draft.dealt });
    this.at.value = dealt[0]?.name ?? null;
  }

  /** Busy until nothing is wanted any more, whatever comes meanwhile. */
  private async busily(first?: () => Promise<void>): Promise<void> {
    this.isBusy.value = true;
    await first?.();
    await this.askForWanted();
    this.isBusy.value = false;
  }

  private async askForWanted(): Promise<void> {
    while (Object.keys(this.wanted).length && this.draft.value) {
      const sent = { ...this.wanted };
      const { position } = this.draft.value;
      await this.ask({ position, edits: sent }, () => (this.former.value = [...this.former.value, position]));
      for (const name of Object.keys(sent)) if (this.wanted[name] === sent[name]) delete this.wanted[name];
    }
  }

  /** Never fails: what goes wrong is a `problem`. */
  private async ask(asked: Parameters<typeof api.edit>[0], before?: () => void): Promise<void> {
    try {
      const draft = await api.edit(asked);
      before?.();
      this.draft.value = draft;
      this.problem.value = null;
    } catch (error) {
      this.problem.value = error;
    }
  }
}

const KNOWN: readonly [RegExp, string][] = [
  [/^space-/, ''],
  [/^(sun|moon|chip)-(\d|large).*/, 'factory-$2-$1'],
  [/^round-\d$/, 'track'],
  [/^plate-\d+$/, 'plates'],
  [/^back$/, 'glazier'],
];

/** The place that a thing on the table belongs to: `display-3-blue` lies on `display-3`. */
export function placeOf(thing: string, seat: number, isPlace: (name: string) => boolean): string | null {
  const name = KNOWN.reduce((found, [from, to]) => found.replace(from, to), thing);
  for (let end = name.length; end > 0; end = name.lastIndexOf('-', end - 1)) {
    const part = name.slice(0, end);
    const found = [part, `seat-${seat}-${part}`].find(isPlace);
    if (found) return found;
  }
  return null;
}
