// llama.cpp's server in router mode: models with a status, loaded and unloaded on request.
import type { ServerResponse } from 'node:http'
import { sendJson, type Desk } from './desk.ts'

/** Handles requests that a router answers differently from a single-model server; returns false for others. */
export function answersRouter(
  key: string,
  url: URL,
  res: ServerResponse,
  body: Record<string, unknown>,
  desk: Desk,
): boolean {
  const { routed, options } = desk
  const name = String(body.model)
  switch (key) {
    case 'GET /v1/models':
      sendJson(res, 200, { data: options.router?.map((id) => entryOf(id, routed)) })
      return true
    case 'GET /props': {
      const asked = url.searchParams.get('model')
      const loaded = asked !== null && routed.get(asked) === 0
      const settings = { n_ctx: loaded ? 2048 : 0 }
      const own = { modalities: { vision: true }, chat_template_caps: { supports_tools: false } }
      sendJson(res, 200, { role: 'router', default_generation_settings: settings, ...(loaded ? own : {}) })
      return true
    }
    case 'POST /models/load':
      // Loaded at the second status request.
      routed.set(name, name === 'broken' ? Number.POSITIVE_INFINITY : 2)
      sendJson(res, 200, { success: true })
      return true
    case 'POST /models/unload':
      if (routed.delete(name)) sendJson(res, 200, { success: true })
      else sendJson(res, 400, { error: { code: 400, message: 'model is not running' } })
      return true
    default:
      return false
  }
}

function entryOf(id: string, routed: Map<string, number>): Record<string, unknown> {
  const left = routed.get(id)
  const args = ['llama-server', '--ctx-size', '8192']
  if (left === Number.POSITIVE_INFINITY)
    return { id, owned_by: 'llamacpp', status: { value: 'unloaded', args, failed: true, exit_code: 1 } }
  if (left !== undefined && left > 0) routed.set(id, left - 1)
  const value = left === undefined ? 'unloaded' : left > 0 ? 'loading' : 'loaded'
  return { id, owned_by: 'llamacpp', status: { value, args } }
}
