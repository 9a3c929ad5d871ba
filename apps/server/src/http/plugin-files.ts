// Sends the files of plugins that the installation ships, for frames without an origin (PLUGIN-5).
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { INERT_POLICY, PLUGIN_HEADERS } from './headers.ts'

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
      return (await isSent(path)) ? undefined : reply.callNotFound()
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

function setHeaders(reply: FastifyReply, path: string): void {
  reply.headers(PLUGIN_HEADERS).header('cache-control', 'no-cache')
  if (path.endsWith('.svg'))
    reply.header('content-security-policy', `${INERT_POLICY}; style-src 'unsafe-inline'`)
}
