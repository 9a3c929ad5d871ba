// Makes what people wrote safe for an e-mail. Pure.
import { cutText } from '@polylogue/contract'

/** Signs that reorder the text around them, or hide in it. */
const ORDERING = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const BREAKS = /[\p{Cc}\u2028\u2029\s]+/gu

/** Returns a text as one line without signs that reorder others, cut with an ellipsis. */
export function safe(text: string, most = 120): string {
  // Cut first: the names of imported items can have 100 kB.
  const line = cutText(text, most * 4)
    .toWellFormed()
    .replace(BREAKS, ' ')
    .replace(ORDERING, '')
    .trim()
  const cut = cutText(line, most)
  return cut.length < line.length || text.length > most * 4 ? `${cut}…` : cut
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Returns a text as HTML shows it. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
