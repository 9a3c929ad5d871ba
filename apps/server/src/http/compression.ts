// Compresses API replies for clients that accept it (decision 36); not files, pages, event streams or /v1.
import fastifyCompress, { type FastifyCompressOptions } from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** The route option for compressed replies (from 1 kB). */
export const COMPRESSED = {
  encodings: ['gzip'],
  zlibOptions: { level: 4 },
  // Compresses synchronously up to this size, larger replies in the thread pool.
  syncThreshold: 32_768,
} satisfies FastifyCompressOptions

/** Registers compression for routes that are added later. */
export async function addCompression(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, { global: false })
}
