// What pages of web sites load of a chatbot: the widget's script, and a page with the widget for a frame (decision 158).
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sourceOf } from '#platform/source.ts'
import type { RateLimit } from './limits.ts'

export interface WidgetDeps {
  /** The built widget: its two scripts (decision 159). */
  readonly widgetRoot?: string
  /** Returns the sites that may show a chatbot in a frame; none for an unknown one. */
  readonly framesOf?: (identifier: string) => Promise<readonly string[]>
  /** Counts the page for frames, which costs a query, like calls without a sign-in. */
  readonly perAddress?: Pick<RateLimit, 'take'>
}

const SCRIPT = 'widget.js'
const SCRIPTS = [SCRIPT, 'widget-more.js']
/** A page of a site gets a new version soon after an upgrade. */
const SHORT_CACHE = 'public, max-age=300'

/** Mounts `/widget.js` with the script that it loads later, and `/widget/{identifier}` for frames. */
export function mountWidget(
  app: FastifyInstance,
  { widgetRoot, framesOf = async () => [], perAddress }: WidgetDeps,
): void {
  if (widgetRoot !== undefined)
    for (const name of SCRIPTS)
      app.get(`/${name}`, { exposeHeadRoute: true }, (_, reply) => sendScript(reply, widgetRoot, name))
  app.get<{ Params: { identifier: string } }>(
    '/widget/:identifier',
    { exposeHeadRoute: true },
    async ({ ip, params: { identifier } }, reply) => {
      perAddress?.take(`widget ${sourceOf(ip)}`)
      return sendFrame(reply, identifier, await framesOf(identifier))
    },
  )
}

function sendScript(reply: FastifyReply, root: string, name: string): FastifyReply {
  if (!existsSync(join(root, name))) {
    reply.callNotFound()
    return reply
  }
  reply.headers({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': SHORT_CACHE,
    vary: 'accept-encoding',
  })
  return reply.sendFile(name, root)
}

/** Only the sites of a chatbot show it in a frame. An unknown one gets the same page, in no frame. */
function sendFrame(reply: FastifyReply, identifier: string, sites: readonly string[]): FastifyReply {
  const nonce = randomBytes(18).toString('base64url')
  reply.removeHeader('x-frame-options')
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': framePolicy(nonce, sites),
      'x-robots-tag': 'noindex',
    })
    .send(framePage(identifier, nonce))
}

function framePolicy(nonce: string, sites: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    'media-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${sites.length === 0 ? "'none'" : sites.join(' ')}`,
  ].join('; ')
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

function framePage(identifier: string, nonce: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chat</title>
<style nonce="${nonce}">html, body { height: 100%; margin: 0; overflow: hidden }</style>
<polylogue-chat chatbot="${escaped(identifier)}" frame></polylogue-chat>
<script nonce="${nonce}" src="/${SCRIPT}" async></script>
</html>
`
}
