import type { SavedPrompt } from '@polylogue/contract'
import { fillPlaceholders, isBuiltIn, placeholdersOf, type Placeholder } from '@polylogue/contract/browser'
import { useMemo } from 'react'
import { useDraft } from '#lib/drafts.ts'
import { useTranslation } from '#lib/texts.ts'
import { useUserId } from '#features/session/index.ts'
import { useOutputSentence } from '../use-output-name.ts'
import { askedOf, firstValues, isAlone, unresolvedOf, type Values } from './fill.ts'
import { useAutomatic } from './use-ready.ts'

export interface Fill {
  /** The placeholders that the user fills in. */
  asked: readonly Placeholder[]
  /** The placeholders that are filled at the moment of asking. */
  automatic: readonly string[]
  all: readonly Placeholder[]
  values: Values
  /** The values that are known now, the automatic ones included. */
  known: Values
  set: (name: string, value: string) => void
  unresolved: readonly Placeholder[]
  /** The sentence for the answer format; empty for plain text. */
  sentence: string
  /** Whether the user has filled in something; it survives a reload until `discard`. */
  isTyped: boolean
  discard: () => void
  /** Returns the filled text; reads the clipboard if the text asks for it. Rejects when the browser refuses that. */
  finish: () => Promise<string>
}

/** A text with placeholders: a saved prompt, or a prompt idea. */
export interface Fillable extends Pick<SavedPrompt, 'id' | 'title' | 'prompt' | 'promptOutput'> {
  noun?: 'idea'
}

/** The browser refused to read the clipboard. */
export class ClipboardRefused extends Error {}

/** Returns the state of filling in a prompt. */
export function useFill({ id, prompt, promptOutput, noun }: Fillable): Fill {
  const { t } = useTranslation('prompts')
  const automatic = useAutomatic()
  const sentence = useOutputSentence()({ prompt, promptOutput })
  const all = useMemo(() => placeholdersOf(prompt), [prompt])
  const [draft, setDraft] = useDraft(`${useUserId()}.fill-${noun ?? 'prompt'}.${id}`)
  const typed = useMemo(() => valuesOfDraft(draft), [draft])
  const values = new Map([...firstValues(all, { yes: t('yes'), no: t('no') }), ...typed])
  return {
    asked: askedOf(all).map((place) =>
      isAlone(prompt, place.name) ? { ...place, type: 'textarea' } : place,
    ),
    automatic: all.map(({ name }) => name).filter(isBuiltIn),
    all,
    values,
    known: new Map([...automatic(), ...values]),
    set: (name, value) => setDraft(JSON.stringify([...new Map(typed).set(name, value)])),
    unresolved: unresolvedOf(all, values),
    sentence,
    isTyped: draft !== '',
    discard: () => setDraft(''),
    async finish() {
      const filled = new Map([...automatic(), ...values])
      if (all.some(({ name }) => name === 'clipboard')) filled.set('clipboard', await readClipboard())
      return [fillPlaceholders(prompt, filled), sentence].filter(Boolean).join('\n\n')
    },
  }
}

function valuesOfDraft(draft: string): Values {
  try {
    return new Map(JSON.parse(draft || '[]') as [string, string][])
  } catch {
    return new Map()
  }
}

async function readClipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    throw new ClipboardRefused()
  }
}
