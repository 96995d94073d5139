/**
 * Games that go from one page to another in an address, behind the `#`, which no server is sent: so a
 * site without a server hands a game to any server, and the visitor decides there what becomes of it.
 */

const LONGEST = 180_000; // characters of a file that a server reads
const PACKING = 'deflate-raw';

/** A text as a part of an address. */
export async function packed(text: string): Promise<string> {
  const bytes = new Uint8Array(await new Response(through(text, new CompressionStream(PACKING))).arrayBuffer());
  const signs = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
  return btoa(signs).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The text again; one that is broken, or far too long, is an error. */
export async function unpacked(part: string): Promise<string> {
  const signs = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(signs, sign => sign.charCodeAt(0));
  const reader = through(bytes, new DecompressionStream(PACKING)).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > LONGEST) throw new Error('this is no game');
  }
}

function through(content: BlobPart, change: CompressionStream | DecompressionStream): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([content]).stream().pipeThrough(change);
}

/** The page of a server at which a game can go on. */
export const bringing = async (server: string, file: string): Promise<string> =>
  `${new URL('/', server).href}#bring-${await packed(file)}`;
