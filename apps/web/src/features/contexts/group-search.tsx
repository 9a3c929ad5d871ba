import type { Context } from '@polylogue/contract'
import { CONTEXT_TYPES } from '@polylogue/contract/browser'
import { ContextSearch } from './context-search.tsx'

const GROUPS = [CONTEXT_TYPES.orgUnit, CONTEXT_TYPES.team] as const

/** Searches a group that has members: an org unit or a team. */
export function GroupSearch({ label, onChoose }: { label: string; onChoose: (group: Context) => void }) {
  return <ContextSearch label={label} types={GROUPS} exclude={[]} onChoose={onChoose} />
}
