import { useState } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { useDefaults, useLanguages } from './api.ts'
import { firstChoice, readDefaults, type Defaults } from './languages.ts'

/** The languages of a dialog: the stored defaults until the user chooses others. */
export function useChoice(opened: boolean) {
  const { i18n } = useTranslation()
  const languages = useLanguages(opened)
  const { defaults, store } = useDefaults()
  const [chosen, setChosen] = useState<Defaults | undefined>(undefined)
  const begin = (stored: Defaults): Defaults =>
    languages.data ? firstChoice(languages.data, stored, i18n.language) : { sourceLang: '', targetLang: '' }
  const value = chosen ?? begin(defaults)
  return {
    languages,
    value,
    choose: setChosen,
    /** Goes back to no source and the page's language. */
    reset: () => setChosen(begin(readDefaults(undefined))),
    /** Forgets what was chosen, for the next time. */
    forget: () => setChosen(undefined),
    store: () => store(value),
    /** Whether the languages are loaded and there are any. */
    ready: languages.data?.reason === null,
  }
}

export type Choice = ReturnType<typeof useChoice>
