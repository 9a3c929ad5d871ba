// Why a file of the branding is refused, in a form for people, programs and the page.
import type { BrandingReason } from '@polylogue/contract'

export interface Refusal {
  readonly reason: BrandingReason
  /** The part of the file that is refused; empty where the reason says all. */
  readonly detail: string
  /** Counted from 1; 0 where there is none. */
  readonly line: number
}

const SENTENCES: Readonly<Record<BrandingReason, (detail: string) => string>> = {
  size: (detail) => `it has more than ${detail} bytes`,
  pixels: (detail) => `it has more than ${detail} pixels`,
  encoding: () => 'it is not UTF-8 text',
  syntax: (detail) => `it cannot be read${detail && ` (${detail})`}`,
  nesting: (detail) => `it has more than ${detail} levels or parts`,
  import: () => 'it imports another stylesheet',
  'at-rule': (detail) => `@${detail} is not allowed`,
  url: (detail) =>
    `the address ${detail} is not allowed: only files beside it, “#” and pictures as data: in base64 are`,
  function: (detail) => `${detail}() is not allowed`,
  property: (detail) => `the property ${detail} is not allowed`,
  doctype: () => 'it declares entities',
  element: (detail) => `the element <${detail}> is not allowed`,
  attribute: (detail) => `the attribute ${detail} is not allowed`,
  type: () => 'it is not a PNG, JPEG or SVG picture',
}

/** Returns the refusal as the end of a sentence. */
export function inWords({ reason, detail, line }: Refusal): string {
  return `${SENTENCES[reason](detail)}${line > 0 ? `, line ${line}` : ''}`
}

/** Returns the refusal for the page, which has its words in each language: reason, line, detail. */
export const asCode = ({ reason, detail, line }: Refusal): string => `${reason}|${line}|${detail}`

const DETAIL_LENGTH = 60

export function refused(reason: BrandingReason, detail: string | number = '', line = 0): Refusal {
  const shown = String(detail)
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
  return { reason, detail: shown.length > DETAIL_LENGTH ? `${shown.slice(0, DETAIL_LENGTH)}…` : shown, line }
}

/** Returns the line of a position, counted from 1. */
export function lineAt(text: string, at: number): number {
  let line = 1
  for (let next = text.indexOf('\n'); next >= 0 && next < at; next = text.indexOf('\n', next + 1)) line++
  return line
}
