// What of the audit trail is shown, as it stands in the address.
import type { AuditAction, CallRequest, contract } from '@polylogue/contract'
import { AUDIT_ACTIONS } from '@polylogue/contract/browser'

export interface AuditFilter {
  q: string
  action: AuditAction | ''
  outcome: 'ok' | 'refused' | ''
  /** The id of who did it; 0 for anybody. */
  person: number
  /** Days as a date field has them (2026-11-09), both of them shown; empty for no bound. */
  from: string
  until: string
}

/** Reads the filter of an address; what nobody could have chosen counts as not chosen. */
export function filterFrom(get: (name: string) => string): AuditFilter {
  const person = Number(get('person'))
  const outcome = get('outcome')
  return {
    q: get('q'),
    action: AUDIT_ACTIONS.find((action) => action === get('action')) ?? '',
    outcome: outcome === 'ok' || outcome === 'refused' ? outcome : '',
    person: Number.isSafeInteger(person) && person > 0 ? person : 0,
    from: dayOf(get('from')),
    until: dayOf(get('until')),
  }
}

export const isFiltered = (filter: AuditFilter): boolean =>
  Object.values(filter).some((value) => value !== '' && value !== 0)

type Query = NonNullable<CallRequest<typeof contract.audit.export>['query']>

/** What the server is asked: from the first moment of the first day to the last of the last, on this clock. */
export function queryOf({ q, action, outcome, person, from, until }: AuditFilter): Query {
  return {
    ...(q === '' ? {} : { q }),
    ...(action === '' ? {} : { action }),
    ...(outcome === '' ? {} : { outcome }),
    ...(person === 0 ? {} : { userId: person }),
    ...(from === '' ? {} : { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(until === '' ? {} : { until: new Date(`${until}T23:59:59.999`).toISOString() }),
  }
}

const dayOf = (text: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00`)) ? text : ''
