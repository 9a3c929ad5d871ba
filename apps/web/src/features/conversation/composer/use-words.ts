// The draft of a composer. The field keeps its own text, so that a keystroke re-renders nothing else.
import { useState, type RefCallback } from 'react'
import { readDraft, useKeptDraft, writeDraft } from '#lib/drafts.ts'
import { randomId } from '#lib/random-id.ts'
import { createStore, useStore } from '#lib/store.ts'
import { readPasted, writePasted } from '#features/drafts/index.ts'
import { fitToText } from './use-autosize.ts'
import { appended, hasWords, isLarge, isTooLong, wholeOf, type Pasted } from './composer-words.ts'

/** The content of a composer, to restore it. */
export interface Kept {
  field: string
  pasted: readonly Pasted[]
}

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
  const keep = useKeptDraft(key)
  const [words] = useState(() => createWords(key, keep))
  return { ...words.acts, ...useStore(words.shown) }
}

/** Restores a message as the draft of a composer that is not mounted. */
export function restoreDraft(key: string, kept: Kept): void {
  createWords(key, (text) => writeDraft(key, text)).acts.restore(kept)
}

export const keptOf = ({ field, pasted }: { field: string; pasted: readonly string[] }): Kept => ({
  field,
  pasted: pasted.map(pastedOf),
})

interface Shown {
  pasted: readonly Pasted[]
  empty: boolean
  tooLong: boolean
}

/** Keeps the draft outside React, which subscribes only to what it renders. */
function createWords(key: string, keep: (text: string) => void) {
  let area: HTMLTextAreaElement | null = null
  const shown = createStore(shownOf(readDraft(key), readPasted(key).map(pastedOf)))
  const field = () => area?.value ?? readDraft(key)
  const show = (pasted: readonly Pasted[]) =>
    shown.update((now) => {
      const next = shownOf(field(), pasted)
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
    if (!area) return writeDraft(key, text)
    area.value = text
    area.setSelectionRange(text.length, text.length)
    typed()
  }
  const changePasted = (pasted: readonly Pasted[]) => {
    writePasted(
      key,
      pasted.map(({ text }) => text),
    )
    show(pasted)
  }
  return {
    shown,
    acts: {
      attach(element: HTMLTextAreaElement | null) {
        area = element
        if (!element) return
        if (element.value === '') element.value = readDraft(key)
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
      const since = field()
      changePasted([...kept.pasted, ...pasted()])
      write(since === '' ? kept.field : appended(kept.field, since))
    },
  }
}

const shownOf = (text: string, pasted: readonly Pasted[]): Shown => ({
  pasted,
  empty: !hasWords(text) && pasted.length === 0,
  tooLong: isTooLong(text, pasted),
})

const pastedOf = (text: string): Pasted => ({
  id: randomId(),
  text,
})
