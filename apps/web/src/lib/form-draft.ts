// The drafts of forms, which load later than the drafts of texts.
import { useMemo } from 'react'
import { useDraft, valuesInDraft } from './drafts.ts'

/**
 * Like `useState` for the values of a form that are stored as a draft; those that the draft lacks are taken from `empty`.
 * `clear` empties the form and deletes the draft.
 */
export function useFormDraft<Values extends object>(
  key: string,
  empty: Values,
): [values: Values, setValues: (values: Values) => void, clear: () => void] {
  const [draft, setDraft] = useDraft(key)
  const values = useMemo(() => valuesInDraft(draft, empty), [draft, empty])
  return [values, (changed) => setDraft(JSON.stringify(changed)), () => setDraft('')]
}
