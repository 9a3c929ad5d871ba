// Headers of every reply, and the content security policies (INPUT-6).
import { createHash, randomBytes } from 'node:crypto'

/** Returns the headers of every reply: pages, files, API, streams, errors. */
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

/** For everything except pages: nothing runs even if a browser renders it. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"

/**
 * For the document that renders diagrams from model output, and its scripts: framed only by this origin, sandboxed also when
 * opened directly, without network or other scripts. Its origin is opaque, so its public scripts allow every origin.
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

/**
 * Runs first in each page of a plugin. No policy of today's browsers keeps a document from sending by WebRTC, nor a frame from showing
 * a document of its own making, so it loses what makes these (decision 162).
 */
export const PLUGIN_GUARD =
  "for(const name of['RTCPeerConnection','webkitRTCPeerConnection','mozRTCPeerConnection','RTCIceTransport'])delete self[name];delete URL.createObjectURL"

/**
 * For the files of a plugin: its frame runs its own scripts only, has no network and no origin, and cannot send a form. The parent's
 * `frame-src 'self'` keeps it from navigating elsewhere. Its files are public, and a page without an origin may load them.
 */
export const PLUGIN_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash('sha256').update(PLUGIN_GUARD).digest('base64')}'`,
    // No frame from a text, whose document would run scripts without the guard.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    // No browser knows it yet; until then the guard does it.
    "webrtc 'block'",
    'sandbox allow-scripts allow-forms',
  ].join('; '),
  'x-frame-options': 'SAMEORIGIN',
  'x-dns-prefetch-control': 'off',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
}

/** Placeholders in a page's text for its nonce and its build. */
const NONCE_PLACE = /__NONCE__/g
const BUILD_PLACE = '__BUILD__'

/** Returns a hash that identifies the page's build; it changes with any content, including file names. */
export const buildOf = (html: string): string =>
  createHash('sha256').update(html).digest('base64url').slice(0, 16)

/** A page ready to be sent: its text with a fresh nonce, and its headers. */
export interface SentPage {
  text: string
  headers: Readonly<Record<string, string>>
}

/**
 * Inserts nonce and `build` into a page and returns it with its headers. Pages are not cached, since each has its own nonce.
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
    // The browser's PDF viewer shows bytes of the page itself; HTML from there would have this policy, too.
    "frame-src 'self' blob:",
    "form-action 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self' blob:",
  ].join('; ')
}
