// Sends the files of plugins that the installation ships, for frames without an origin (PLUGIN-5).
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { INERT_POLICY, PLUGIN_GUARD, PLUGIN_HEADERS } from './headers.ts'

/** The plugins of the installation. */
export interface PluginFiles {
  /** The folder that has a folder for each plugin. */
  readonly root: string
  /** Whether a path below it is a file of a plugin that may be sent. */
  isSent(path: string): Promise<boolean>
}

export const PLUGINS_PREFIX = '/static/plugins/'

export async function mountPluginFiles(app: FastifyInstance, { root, isSent }: PluginFiles): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      const { '*': path = '' } = request.params as { '*'?: string }
      if (!(await isSent(path))) return reply.callNotFound()
      if (!path.endsWith('.html')) return undefined
      // By itself it could lead the window elsewhere, and look like a page of this product.
      if (request.headers['sec-fetch-dest'] === 'document')
        return reply.redirect(`/plugins/${path.split('/', 1)[0]}`)
      return sendPage(reply, join(root, path))
    })
    await scope.register(fastifyStatic, {
      prefix: PLUGINS_PREFIX,
      root,
      decorateReply: false,
      dotfiles: 'ignore',
      cacheControl: false,
      index: false,
      // A compressed sibling would be sent unchecked.
      preCompressed: false,
      suppressWarning: true,
      setHeaders,
    })
  })
}

const PAGE_BYTES = 1_000_000
/** What has a document of its own, in which the guard does not run. */
const FRAMES = /<\s*(?:iframe|frame|frameset|object|embed|fencedframe|portal)\b/i

/** Sends a page with the guard before all of its own, as UTF-8 whatever it says. */
async function sendPage(reply: FastifyReply, file: string): Promise<FastifyReply> {
  const isSmall = (await stat(file)).size <= PAGE_BYTES
  const text = isSmall ? await readFile(file, 'utf8') : ''
  setHeaders(reply, file)
  if (isSmall && !FRAMES.test(text))
    return reply
      .type('text/html; charset=utf-8')
      .send(`<!doctype html><script>${PLUGIN_GUARD}</script>${text}`)
  return reply
    .status(403)
    .type('text/plain; charset=utf-8')
    .send('A page of a plugin can have 1,000,000 bytes, and no frames, objects or embedded documents.')
}

function setHeaders(reply: FastifyReply, path: string): void {
  reply.headers(PLUGIN_HEADERS).header('cache-control', 'no-cache')
  if (path.endsWith('.svg'))
    reply.header('content-security-policy', `${INERT_POLICY}; style-src 'unsafe-inline'`)
}
