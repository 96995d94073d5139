/** Which language a visitor gets, by what the browser prefers; `narration/languages.py` does the same. */

/** Who speaks these reads another one well. */
const NEAR: Record<string, string> = { bs: 'sr-Latn', cnr: 'sr-Latn', hr: 'sr-Latn', sh: 'sr-Latn' };

/** The first preferred language that is offered, in the right script; English if none is. */
export function negotiated(preferred: readonly string[], offered: Record<string, { tag: string }>): string {
  for (const tag of preferred) {
    const wanted = script(NEAR[tag.split('-')[0]!.toLowerCase()] ?? tag);
    const found = Object.keys(offered).find(language => script(offered[language]!.tag) === wanted);
    if (found) return found;
  }
  return 'en';
}

/** A language and its script, like sr-Cyrl, which the browser knows if the tag does not say it. */
function script(tag: string): string {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return tag; // no tag at all
  }
}
