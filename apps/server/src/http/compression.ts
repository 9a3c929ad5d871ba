// Replies of the API are compressed for whoever takes it (decision 36). Not files, pages and events, and nothing at /v1.
import fastifyCompress, { type FastifyCompressOptions } from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Of a route whose replies are compressed: those of a kilobyte and more. */
export const COMPRESSED = {
  encodings: ['gzip'],
  zlibOptions: { level: 4 },
  // Up to this size at once, longer ones beside the event loop.
  syncThreshold: 32_768,
} satisfies FastifyCompressOptions

/** Lets the routes that come after it be compressed. */
export async function addCompression(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, { global: false })
}
