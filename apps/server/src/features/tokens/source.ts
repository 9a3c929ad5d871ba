import { TOKEN_PREFIX } from '@polylogue/contract'
import type { Person } from '#access/index.ts'
import type { ViewerSource } from '#http/viewers.ts'
import type { Bus } from '#platform/bus.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/db/index.ts'
import type { Log } from '#platform/log.ts'
import type { Secrets } from '#platform/secrets.ts'
import { coalesce } from '#platform/coalesce.ts'
import { Problem } from '#problem.ts'
import { openWatch, viewerFrom } from '#features/auth/index.ts'
import { hasExpired, isValue } from './rules.ts'
import * as store from './store.ts'
import type { Uses } from './uses.ts'

export interface SourceDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly secrets: Secrets
  readonly bus: Pick<Bus, 'on' | 'onGap'>
}

/**
 * Returns the creator of an API token with their current rights, read for every request. Users who must change their
 * password are refused here, for all endpoints.
 */
export function tokenSource(deps: SourceDeps & { readonly uses: Uses }): ViewerSource<Person> {
  const { db, clock, log, bus, secrets, uses } = deps
  const watch = openWatch({ bus, clock, log, alive: (uuids) => store.alive(db, uuids, clock.now()) })
  const find = coalesce((value: string) => store.findByHash(db, secrets.digest(value)))
  return {
    kind: 'token',
    recognizes: (bearer) => bearer.startsWith(TOKEN_PREFIX),
    needsHeader: false,
    async viewerOf(value, { address, requestId }) {
      const found = isValue(value) ? await find(value) : undefined
      if (!found) throw new Problem('TOKEN_INVALID')
      if (hasExpired(found, clock.now())) throw new Problem('TOKEN_EXPIRED')
      if (!found.canUseApi) throw new Problem('ACCOUNT_DISABLED')
      if (found.mustChangePassword) throw new Problem('PASSWORD_CHANGE_REQUIRED')
      uses.note(found)
      const { tokenId, uuid: sessionId } = found
      return { ...viewerFrom({ ...found, sessionId }), kind: 'token', tokenId, from: { address, requestId } }
    },
    whenEnded: watch.whenEnded,
  }
}
