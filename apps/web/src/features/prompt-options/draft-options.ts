// Options that belong to a draft: stored in the browser until it is sent.
import type { PromptOptionValues } from '@polylogue/contract'
import { useMemo } from 'react'
import { useDraft, valuesInDraft } from '#lib/drafts.ts'

/** Like `useState` for options that are stored as the draft `key`. */
export function useDraftOptions(
  key: string,
): readonly [options: PromptOptionValues, set: (options: PromptOptionValues) => void] {
  const [text, setText] = useDraft(key)
  const options = useMemo(() => valuesInDraft<PromptOptionValues>(text, {}), [text])
  const set = (next: PromptOptionValues) =>
    setText(Object.keys(next).length === 0 ? '' : JSON.stringify(next))
  return [options, set]
}

/** How a dialog saves options that only this page has. */
export const savedHere = (set: (options: PromptOptionValues) => void) => ({
  busy: false,
  error: null,
  forget: () => undefined,
  save(options: PromptOptionValues, onSaved: () => void) {
    set(options)
    onSaved()
  },
})
