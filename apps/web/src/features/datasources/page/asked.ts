// The tested question in the address, with what an answer had for it.
import { RETRIEVED_CHUNKS } from '@polylogue/contract/browser'
import { AMOUNTS } from '../amounts.ts'
import type { Address } from '#lib/address.ts'
import type { ExplainedQuestion, Explained } from './api.ts'

const whole = (text: string): number | undefined => {
  const value = Number(text)
  return text !== '' && Number.isSafeInteger(value) && value >= 0 ? value : undefined
}

/** Returns what is asked; `before`, `translation`, `budget` and `confidential` only when an answer is explained. */
export function askedIn({ get }: Pick<Address, 'get'>): ExplainedQuestion {
  const limit = whole(get('n')) ?? 0
  const budget = whole(get('room'))
  const before = get('before')
  const translation = get('translation')
  return {
    q: get('q'),
    limit: AMOUNTS.includes(limit) ? limit : RETRIEVED_CHUNKS.default,
    ...(before === '' ? {} : { before }),
    ...(translation === '' ? {} : { translation }),
    ...(get('confidential') === '1' ? { confidential: true } : {}),
    ...(budget === undefined ? {} : { budget: Math.min(budget, 100_000_000) }),
  }
}

/** Returns the passage or document to explain; undefined without one. */
export function explainedIn({ get }: Pick<Address, 'get'>): Explained | undefined {
  const about = whole(get('about'))
  if (about) return { about }
  const aboutMedia = whole(get('doc'))
  return aboutMedia ? { aboutMedia } : undefined
}
