/**
 * What was tried from a position, as a tree: every move leads on from where it was made, and another
 * move from there begins another branch. Headless.
 */
import { signal } from '@preact/signals';

/** Something that was tried. The first of `next` is the one that was tried first. */
export interface Tried<T> {
  readonly what: T;
  readonly before: Tried<T> | null;
  readonly next: Tried<T>[];
}

export class Variations<T> {
  readonly here = signal<Tried<T> | null>(null);
  readonly grown = signal(0); // rises with every change of the tree
  root: Tried<T> | null = null;

  constructor(private readonly key: (what: T) => string) {}

  /** Start over. */
  begin(what: T): void {
    this.root = { what, before: null, next: [] };
    this.arrive(this.root);
  }

  /** Go on from here: along a branch that is there already, or along a new one. */
  add(what: T): void {
    const here = this.here.value;
    if (!here) return this.begin(what);
    const known = here.next.find(each => this.key(each.what) === this.key(what));
    const tried = known ?? { what, before: here, next: [] };
    if (!known) here.next.push(tried);
    this.arrive(tried);
  }

  go(tried: Tried<T> | null | undefined): boolean {
    if (!tried) return false;
    this.here.value = tried;
    return true;
  }

  back(): boolean {
    return this.go(this.here.value?.before);
  }

  /** One step on, along the branch that was tried first. */
  on(): boolean {
    return this.go(this.here.value?.next[0]);
  }

  /** To what was tried instead of this. */
  aside(by: 1 | -1): boolean {
    const here = this.here.value;
    const all = here?.before?.next ?? [];
    return this.go(all[all.indexOf(here!) + by]);
  }

  /** Forget something and all that follows from it. */
  forget(tried: Tried<T>): void {
    const { before } = tried;
    if (!before) return;
    const isInside = this.path().includes(tried);
    before.next.splice(before.next.indexOf(tried), 1);
    if (isInside) this.here.value = before;
    this.grown.value++;
  }

  /** From the beginning to something, or to where one is. */
  path(to: Tried<T> | null = this.here.value): Tried<T>[] {
    const found: Tried<T>[] = [];
    for (let each = to; each; each = each.before) found.unshift(each);
    return found;
  }

  private arrive(tried: Tried<T>): void {
    this.here.value = tried;
    this.grown.value++;
  }
}
