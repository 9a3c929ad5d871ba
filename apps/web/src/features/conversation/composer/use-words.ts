// The draft of a composer. The field keeps its own text, so that a keystroke re-renders nothing else.
import { useState, type RefCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { randomId } from '#lib/random-id.ts'
import { createStore, useStore } from '#lib/store.ts'
import {
  appended,
  draftsOf,
  hasWords,
  type MessageDrafts,
  restored,
  useKeptField,
  type Written,
} from '#features/drafts/index.ts'
import { fitToText } from './use-autosize.ts'
import { isLarge, isTooLong, wholeOf, type Pasted } from './composer-words.ts'

/** The content of a composer, to restore it. */
export type Kept = Written<Pasted>

export interface ComposerText {
  /** Connects the field to the draft. */
  attach: RefCallback<HTMLTextAreaElement>
  /** Call this when the text of the field changed. */
  typed(): void
  pasted: readonly Pasted[]
  empty: boolean
  tooLong: boolean
  /** Returns the whole message as it would be sent. */
  whole(): string
  /** Empties the draft and returns its content. */
  take(): Kept
  /** Restores the content before anything written since. */
  restore(kept: Kept): void
  /** Appends a text to the field. */
  add(text: string): void
  /** Adds a large paste next to the field. */
  addPasted(text: string): void
  /** Moves a large paste into the field for editing. */
  unfold(id: string): void
  removePasted(id: string): void
  focus(): void
}

/**
 * Returns the draft stored under `key`, the user and the tab; drafts survive a reload. `key` must not change while the
 * composer is mounted.
 */
export function useWords(key: string): ComposerText {
  const drafts = draftsOf(useQueryClient())
  const keep = useKeptField(key)
  const [words] = useState(() => createWords(drafts, key, keep))
  return { ...words.acts, ...useStore(words.shown) }
}

export const keptOf = ({ field, pasted }: Written): Kept => ({ field, pasted: pasted.map(pastedOf) })

/** Returns the content as it is stored. */
export const storedOf = ({ field, pasted }: Kept): Written => ({ field, pasted: textsOf(pasted) })

const textsOf = (pasted: readonly Pasted[]): string[] => pasted.map(({ text }) => text)

interface Shown {
  pasted: readonly Pasted[]
  empty: boolean
  tooLong: boolean
}

/** Keeps the draft outside React, which subscribes only to what it renders. */
function createWords(drafts: MessageDrafts, key: string, keep: (text: string) => void) {
  let area: HTMLTextAreaElement | null = null
  const shown = createStore(shownOf(keptOf(drafts.read(key))))
  const field = () => area?.value ?? drafts.read(key).field
  const show = (pasted: readonly Pasted[]) =>
    shown.update((now) => {
      const next = shownOf({ field: field(), pasted })
      const same = next.empty === now.empty && next.tooLong === now.tooLong && next.pasted === now.pasted
      return same ? now : next
    })
  const typed = () => {
    if (area) fitToText(area)
    keep(field())
    show(shown.get().pasted)
  }
  const write = (text: string) => {
    // The field is unmounted, for example after the session ended: store the draft for the next one.
    if (!area) return drafts.writeField(key, text)
    area.value = text
    area.setSelectionRange(text.length, text.length)
    typed()
  }
  const changePasted = (pasted: readonly Pasted[]) => {
    drafts.writePasted(key, textsOf(pasted))
    show(pasted)
  }
  return {
    shown,
    acts: {
      attach(element: HTMLTextAreaElement | null) {
        area = element
        if (!element) return
        if (element.value === '') element.value = drafts.read(key).field
        fitToText(element)
        // A message may have come back since the first render.
        show(shown.get().pasted)
      },
      typed,
      focus: () => area?.focus(),
      ...changing({ field, write, pasted: () => shown.get().pasted, changePasted }),
    },
  }
}

/** Reads and writes a draft. */
interface DraftStorage {
  /** Text of the field. */
  field(): string
  write(text: string): void
  /** Pastes next to the field. */
  pasted(): readonly Pasted[]
  changePasted(next: readonly Pasted[]): void
}

/** The changes to a draft, independent of how it is stored. */
function changing({ field, write, pasted, changePasted }: DraftStorage) {
  const addPasted = (text: string) => changePasted([...pasted(), pastedOf(text)])
  const removePasted = (id: string) => changePasted(pasted().filter((one) => one.id !== id))
  return {
    addPasted,
    removePasted,
    whole: () => wholeOf(field(), pasted()),
    add: (text: string) => (isLarge(text) ? addPasted(text) : write(appended(field(), text))),
    unfold(id: string) {
      const found = pasted().find((one) => one.id === id)
      removePasted(id)
      if (found) write(appended(field(), found.text))
    },
    take(): Kept {
      const kept = { field: field(), pasted: pasted() }
      changePasted([])
      write('')
      return kept
    },
    restore(kept: Kept) {
      const all = restored(kept, { field: field(), pasted: pasted() })
      changePasted(all.pasted)
      write(all.field)
    },
  }
}

const shownOf = ({ field, pasted }: Kept): Shown => ({
  pasted,
  empty: !hasWords(field) && pasted.length === 0,
  tooLong: isTooLong(field, pasted),
})

const pastedOf = (text: string): Pasted => ({
  id: randomId(),
  text,
})
