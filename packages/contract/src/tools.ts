// The server itself: health and its API document (API-1, CONFIG-4).
import { z } from 'zod'
import { call } from './call.ts'
import { routes } from './routes.ts'

export const tools = {
  health: call(routes.tools.health, {
    summary:
      'Whether the server and its database answer; 503 when not. Degraded: the disk is too full for changes',
    data: z.object({ status: z.enum(['ok', 'degraded']), version: z.string() }),
    problems: ['DATABASE_UNAVAILABLE'],
  }),
  ready: call(routes.tools.ready, {
    summary:
      'Whether this server takes questions; 503 as soon as it stops, and without database or media store',
    data: z.object({ status: z.literal('ready'), version: z.string() }),
    problems: ['SHUTTING_DOWN', 'STORAGE_UNAVAILABLE', 'DATABASE_UNAVAILABLE'],
  }),
  openApi: call(routes.tools.openApi, {
    summary: 'This document, OpenAPI 3.1',
    large: 'stream',
    data: z.record(z.string(), z.unknown()),
  }),
  openApiText: call(routes.tools.openApiText, {
    summary: 'This document as a JSON string in the envelope',
    large: 'stream',
    data: z.object({ opanApiYamlAsJson: z.string() }),
  }),
  viewer: call(routes.tools.viewer, {
    summary: 'The viewer of this document',
  }),
} as const
