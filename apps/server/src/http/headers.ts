// Headers that every reply carries, and the content security policies (quality bar, browser and HTTP headers).
import { createHash, randomBytes } from 'node:crypto'

/** On every reply: pages, files, API, streams, errors. */
export function baseHeaders(https: boolean): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** For what is no page: should a browser show it as one all the same, nothing in it acts. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"

/**
 * For the document that draws diagrams from what models wrote, and its scripts: framed by this origin alone, and even when it
 * is opened by itself without an origin, a network or another script than the two beside it. A document without an origin is
 * a stranger to every server, so its scripts may be fetched from anywhere; they are the same for everybody.
 */
export const DIAGRAM_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; '),
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Where a page's text has these, its own nonce is put in, and which build it is of. */
const NONCE_PLACE = /__NONCE__/g
const BUILD_PLACE = '__BUILD__'

/** Which build a page is of: another one as soon as anything in it is other, the names of its files included. */
export const buildOf = (html: string): string =>
  createHash('sha256').update(html).digest('base64url').slice(0, 16)

/** A page ready to be sent: its text with a fresh nonce, and its headers. */
export interface SentPage {
  text: string
  headers: Readonly<Record<string, string>>
}

/**
 * Fills a page's nonce and its `build`, and makes its headers. Pages are never stored on the way, for each has its own nonce.
 */
export function page(html: string, { build = '' } = {}): SentPage {
  const nonce = randomBytes(18).toString('base64url')
  return {
    text: html.replace(BUILD_PLACE, build).replace(NONCE_PLACE, nonce),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': pagePolicy(nonce),
    },
  }
}

function pagePolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "frame-src 'self'",
    "form-action 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self' blob:",
  ].join('; ')
}
