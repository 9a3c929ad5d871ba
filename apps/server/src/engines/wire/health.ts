import { isRecord, type TrustedClient } from '#platform/outbound/index.ts'
import { EngineError, type EngineHealth } from '../engine.ts'
import { callValue } from './call.ts'

const HEALTH_MS = 10_000

/** Sends one cheap request; an unreachable engine is a result, not an error. */
export async function checkHealth(
  client: TrustedClient,
  path: string,
  signal: AbortSignal,
): Promise<EngineHealth> {
  try {
    const value = await callValue(client, { path }, signal, HEALTH_MS)
    const version = isRecord(value) ? value.version : undefined
    return typeof version === 'string' ? { ok: true, version: version.slice(0, 100) } : { ok: true }
  } catch (error) {
    if (error instanceof EngineError) return { ok: false, error }
    throw error
  }
}
