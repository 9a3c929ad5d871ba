// The choices for a share link. Pure.
import type { MadeShare, Share, ShownFile } from '@polylogue/contract'

export const ENDS = ['1', '7', '30', '90', 'never'] as const
export type End = (typeof ENDS)[number]

export interface Chosen {
  what: 'tab' | 'project'
  goesOn: boolean
  names: boolean
  reasoning: boolean
  passages: boolean
  files: readonly ShownFile[]
  /** `kept`: as an existing link has it. */
  end: End | 'kept'
  audience: Share['audience']
}

/** Shows the least, and ends by itself. */
export const USUAL: Chosen = {
  what: 'tab',
  goesOn: false,
  names: false,
  reasoning: false,
  passages: false,
  files: [],
  end: '30',
  audience: 'people',
}

export const chosenOf = ({ tabId, goesOn, names, reasoning, passages, files, audience }: Share): Chosen => ({
  what: tabId === null ? 'project' : 'tab',
  goesOn,
  names,
  reasoning,
  passages,
  files,
  audience,
  end: 'kept',
})

const DAY_MS = 86_400_000

/** Returns what the calls take; an end that is kept is left out. */
export function valuesOf({ goesOn, names, reasoning, passages, files, audience, end }: Chosen, now: Date) {
  const expires = end === 'never' ? null : new Date(now.getTime() + Number(end) * DAY_MS).toISOString()
  const values = { goesOn, names, reasoning, passages, files: [...files], audience }
  return { ...values, ...(end === 'kept' ? {} : { expires }) }
}

export const sameFile = (one: ShownFile, other: ShownFile): boolean =>
  one.queryId === other.queryId && one.index === other.index

/** Returns the whole address of a link that was just made; undefined if the reply has none. */
export const addressOf = ({ uri }: MadeShare): string | undefined =>
  uri === undefined ? undefined : new URL(uri, location.origin).href
