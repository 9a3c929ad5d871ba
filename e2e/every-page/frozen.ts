// Makes screenshots deterministic: replaces measurements and dates of server responses inside the page.

import type { InstallationUsage, System } from '@polylogue/contract'
import type { Viewer } from './entry.ts'

/** The time of every screenshot; earlier than any real time, so that no session is expired. */
export const NOW = '2026-03-12T09:41:00.000Z'

interface Frozen {
  now: string
  viewer: Viewer
  /** The state of the system, of which nearly everything is measured. */
  system: System
  usage: InstallationUsage
}

/** Runs in the page before its own scripts. */
export function freezeReplies({ now, viewer, system, usage }: Frozen): void {
  const figures: Readonly<Record<string, number>> = {
    tokenPerSeconds: 37.9,
    responseTime: 6_200,
    overallResponseTime: 7_400,
    machineMemory: 16_000_000_000,
  }
  const freeze = (key: string, value: unknown): unknown => {
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return now
    if (typeof value === 'number' && key in figures) return figures[key]
    if (typeof value !== 'object' || value === null) return value
    if ('key' in value && 'value' in value && typeof value.value === 'number')
      return { ...value, value: 1_200 }
    if ('licenseEnd' in value && viewer === 'unlicensed')
      return { ...value, licenseType: 'trial', licenseEnd: '2026-01-31', expired: true }
    if ('hasAdminAccess' in value && viewer === 'reader')
      return { ...value, hasWriteAccess: false, hasAdminAccess: false }
    if ('rate' in value && 'remove' in value && viewer === 'reader')
      return { ...value, rate: false, remove: false, stop: false }
    if ('PromptProposals' in value && Array.isArray(value.PromptProposals))
      return { ...value, PromptProposals: value.PromptProposals.slice(0, 4) }
    if ('System' in value) return { System: system }
    if ('byModel' in value && 'total' in value)
      return 'byGroup' in value ? usage : { ...usage, byGroup: undefined }
    if ('needed' in value) return { ...value, needed: viewer === 'newcomer' }
    // One of the models runs on another host.
    if ('isLocal' in value && 'name' in value && String(value.name).startsWith('mistral'))
      return { ...value, isLocal: false, provider: 'Mistral AI' }
    return value
  }
  const real = window.fetch
  window.fetch = async (asked, init) => {
    // All proposals in their order instead of some by chance.
    const drawn = /\/prompts\/shuffle\/\d+/
    const reply = await real(
      typeof asked === 'string' ? asked.replace(drawn, '/prompts/proposals') : asked,
      init,
    )
    if (!reply.headers.get('content-type')?.startsWith('application/json')) return reply
    const given = JSON.stringify(JSON.parse(await reply.text(), freeze))
    return new Response(given, reply)
  }
}
