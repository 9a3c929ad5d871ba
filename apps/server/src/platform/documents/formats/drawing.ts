// Drawings (SVG): models get their source, the index their text.
import type { Block } from '../blocks.ts'
import { loadDecoder } from '../encodings/encodings.ts'
import { declaredIn } from './html/declared.ts'
import { unpaged, type Reader } from './reader.ts'

/** Loads the reader of drawings, which returns their source. */
export async function loadDrawing(only?: Uint8Array): Promise<Reader> {
  const decode = await loadDecoder(only)
  return (bytes, said) =>
    Promise.resolve(
      unpaged([{ kind: 'code', text: decode(bytes, { ...said, declared: declaredIn(bytes) }).text.trim() }]),
    )
}

/** Returns the text of a drawing's source, a line per element. */
export function textOfDrawing({ text }: Block): Block {
  const lines = betweenTags(text).flatMap((part) => part.split('\n'))
  return {
    kind: 'text',
    text: lines
      .map((line) => line.trim())
      .filter(Boolean)
      .join('\n'),
  }
}

/** Returns the texts between the tags of a markup, in linear time also for a markup that only opens tags. */
function betweenTags(markup: string): string[] {
  const parts: string[] = []
  let at = 0
  for (let start = markup.indexOf('<'); start >= 0; start = markup.indexOf('<', at)) {
    const end = markup.indexOf('>', start)
    if (end < 0) break
    parts.push(markup.slice(at, start))
    at = end + 1
  }
  return [...parts, markup.slice(at)]
}
