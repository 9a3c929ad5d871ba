import { useEffect, useState } from 'react'
import { useSession } from '#features/session/index.ts'
import { useStoredSettings, useStoreSetting } from '#features/settings/index.ts'
import { recall, remember } from '#lib/preferences.ts'

/**
 * Whether the library is folded (setting 54). Until the settings are loaded, the last state of the same person in this
 * browser counts: the browser keeps the id of the person who folded it.
 */
export function useFolded(): { folded: boolean; fold: () => void } {
  const { data } = useStoredSettings()
  const { pageOf } = useSession()
  const store = useStoreSetting()
  const person = String(pageOf)
  const [before, setBefore] = useState(() => recall('library') === person)
  const folded = data ? data.libraryFolded === 'true' : before
  const loaded = data !== undefined
  useEffect(() => {
    if (loaded) remember('library', folded ? person : null)
  }, [loaded, folded, person])
  return {
    folded,
    fold() {
      setBefore(!folded)
      store('libraryFolded', String(!folded))
    },
  }
}
