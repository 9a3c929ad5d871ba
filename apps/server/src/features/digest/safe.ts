// Makes what people wrote safe for an e-mail. Pure.
import { cutText } from '@polylogue/contract'

/** Signs that reorder the text around them, or hide in it. */
const ORDERING = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
const BREAKS = /[\p{Cc}\u2028\u2029\s]+/gu

/** Programs for e-mails make a link of what looks like an address, also of a bare `evil.example`. */
const SCHEME = /(\p{L}[\p{L}\d+.-]{0,30}:)(?=[/\\]{2})/gu
const BARE_SCHEME =
  /\b(mailto|tel|sms|callto|sips?|xmpp|skype|msteams|zoommtg|data|javascript|vbscript|geo|im|facetime|magnet|urn|news|file|ms-[a-z-]{1,30}):(?=\S)/giu
const DOT = /(?<=[^\s.])[.\u3002\uff0e\uff61](?=\p{L})/gu
const SHARE = /\\(?=\\)/g

/** Returns a text in which no program for e-mails finds an address: a space stands where people see that it is none. */
const unlinked = (text: string): string =>
  text.replace(SCHEME, '$1 ').replace(BARE_SCHEME, '$1: ').replace(DOT, '$& ').replace(SHARE, '\\ ')

/** Returns what people wrote as one line that reorders nothing and has no addresses, cut with an ellipsis. */
export const safe = (text: string, most = 120): string => unlinked(oneLine(text, most))

/** Returns a text as one line without signs that reorder others, cut with an ellipsis. */
export function oneLine(text: string, most = 120): string {
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
