// The server itself: health and its API document (reading 1).
import { z } from 'zod'
import { call } from './call.ts'

export const tools = {
  health: call({
    method: 'GET',
    path: 'health',
    summary: 'Whether the server and its database answer; 503 when not',
    door: 'open',
    reply: 'raw',
    data: z.object({ status: z.literal('ok'), version: z.string() }),
    problems: ['DATABASE_UNAVAILABLE'],
  }),
  openApi: call({
    method: 'GET',
    path: 'openapi.json',
    summary: 'This document, OpenAPI 3.1',
    door: 'open',
    reply: 'raw',
    data: z.record(z.string(), z.unknown()),
  }),
  openApiText: call({
    method: 'GET',
    path: 'tools/api/yamlasjson',
    summary: 'This document as a JSON string in the envelope',
    door: 'open',
    data: z.object({ opanApiYamlAsJson: z.string() }),
  }),
  viewer: call({
    method: 'GET',
    path: 'spec.html',
    summary: 'The viewer of this document',
    door: 'open',
    reply: 'document',
  }),
} as const
