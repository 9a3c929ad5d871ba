import type { GoldenSet } from '@polylogue/contract'
import { useState } from 'react'
import { useDialogsOf } from '#lib/dialogs.ts'
import type { OpenedPrompt } from './values.ts'

/** Names of the dialogs about a prompt of a set; for all but the first two the parameter `entry` has its place, from 1. */
export const ENTRY_DIALOGS = {
  pick: 'pick-golden-prompt',
  create: 'new-golden-prompt',
  edit: 'edit-golden-prompt',
  remove: 'delete-golden-prompt',
} as const

export const ENTRY = 'entry'

interface Opening {
  entry: OpenedPrompt
  number: number
  /** The dialog, set and place of the prompt; undefined after closing. */
  about: string | undefined
}

/**
 * Returns the prompt that the address names, as it was when its dialog opened: its place names another prompt when the set
 * changes. Keeps it while the dialog closes. `opening` differs for each opening.
 */
export function useOpenedPrompt(set: GoldenSet) {
  const { open, id } = useDialogsOf(ENTRY)
  const [held, setHeld] = useState<Opening>()
  const isOpen = open === ENTRY_DIALOGS.edit || open === ENTRY_DIALOGS.remove
  const about = isOpen && id !== null ? `${open} ${set.id} ${id}` : undefined
  const at = (id ?? 0) - 1
  const prompt = set.prompts[at]
  if (about === undefined) {
    if (held?.about !== undefined) setHeld({ ...held, about })
  } else if (about !== held?.about && prompt) {
    setHeld({ entry: { prompt, at, before: set.prompts }, number: (held?.number ?? 0) + 1, about })
  }
  return {
    entry: held?.entry,
    opening: held?.number,
    shows: (name: string) => open === name && about !== undefined && about === held?.about,
  }
}
