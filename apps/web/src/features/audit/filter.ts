// The filter of the audit trail, as stored in the URL.
import type { AuditAction, CallRequest, contract } from '@polylogue/contract'
import { AUDIT_ACTIONS } from '@polylogue/contract/browser'

export interface AuditFilter {
  q: string
  action: AuditAction | ''
  outcome: 'ok' | 'refused' | ''
  /** Id of the actor; 0 for any. */
  person: number
  /** Inclusive days in the format of a date field (2026-11-09); empty for no bound. */
  from: string
  until: string
}

/** Parses the filter of a URL; an invalid value counts as not set. */
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

/** Returns the query for the server: from the start of the first day to the end of the last day in local time. */
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
