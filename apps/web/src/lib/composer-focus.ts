// Decides when the composer, the main field of a project's page, takes the focus.
import { createStore, useStore } from './store.ts'

/** The element id of the composer. */
export const COMPOSER = 'composer'

const field = () => document.getElementById(COMPOSER)

/** Focuses the composer; returns false when there is none, for example for a user with read access only. */
export function focusComposer(): boolean {
  const composer = field()
  composer?.focus({ preventScroll: true })
  return composer !== null && document.activeElement === composer
}

/** An on-screen keyboard covers half of the page, so touch devices do not focus the composer automatically. */
export const hasOnScreenKeyboard = (): boolean => window.matchMedia('(pointer: coarse)').matches

/** The draft of a mounted composer. */
export interface ComposerDraft {
  /** Returns the whole message as it would be sent. */
  whole(): string
  /** Empties the draft. */
  take(): unknown
}

/** The mounted composers of the document. */
const shown = createStore<readonly ComposerDraft[]>([])

/** Registers a mounted composer; returns the function that unregisters it. */
export function showComposer(draft: ComposerDraft): () => void {
  shown.update((drafts) => [...drafts, draft])
  return () => shown.update((drafts) => drafts.filter((one) => one !== draft))
}

/** Returns the draft of the mounted composer. */
export const composerDraft = (): ComposerDraft | undefined => shown.get().at(-1)

/** Returns whether a composer is mounted: not for users who only read, nor beside a comparison. */
export const useHasComposer = (): boolean => useStore(shown, (drafts) => drafts.length > 0)

/** The project whose composer shall take the document's one focus. */
const wanted = createStore<number | undefined>(undefined)

/** Requests the focus for the composer of this project, on any device, also when it mounts later. */
export function wantComposer(projectId: number): void {
  wanted.set(projectId)
  if (field()?.dataset['project'] === String(projectId)) takeFocus(projectId)
}

/** Focuses the composer when it mounts, unless the user is doing something else. */
export function takeFocus(projectId: number): void {
  const isWanted = wanted.get() === projectId
  if (!isWanted && (hasOnScreenKeyboard() || !isIdle(document.activeElement))) return
  if (focusComposer() && isWanted) wanted.set(undefined)
}

/** Focuses the composer after a change of route; returns false where the composer should not take it. */
export function focusAfterRoute({ isFree: free }: { isFree: boolean }): boolean {
  const isWanted = wanted.get() !== undefined && field()?.dataset['project'] === String(wanted.get())
  if (!isWanted && (!free || hasOnScreenKeyboard())) return false
  if (!focusComposer()) return false
  wanted.set(undefined)
  return true
}

/**
 * Returns whether the focus is on nothing, or on what led here: navigation, heading, row of tabs. Not in a field, and not on
 * a tab reached by keyboard, where the arrow keys continue.
 */
export function isIdle(focused: Element | null): boolean {
  if (!focused?.isConnected || focused === document.body) return true
  if (isField(focused) || focused.matches('[role="tab"]:focus-visible')) return false
  return focused.matches('h1, main') || focused.closest('nav, [data-tour="tabs"]') !== null
}

export const isField = (element: { matches(selector: string): boolean }): boolean =>
  element.matches('input, textarea, select, [contenteditable="true"]')

/** Open overlays handle their own keys. */
const OVERLAYS = '[aria-modal="true"], [role="menu"], [role="listbox"]'

export const isOverlayOpen = (): boolean =>
  [...document.querySelectorAll(OVERLAYS)].some((one) => one.checkVisibility())

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'
>

/** Returns whether a key types a character: a letter, a sign or a dead key. Not Space, which scrolls and presses buttons. */
export const writes = ({ key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented }: Pressed): boolean =>
  !defaultPrevented &&
  !isComposing &&
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  (key === 'Dead' || /^\S$/u.test(key))

/** Moves typing anywhere on the page into the composer, unless the focused element takes text itself. */
export function typeIntoComposer(event: KeyboardEvent): void {
  const { activeElement } = document
  if (!writes(event) || (activeElement && isField(activeElement))) return
  if (isOverlayOpen()) return
  // The browser inserts the letter into the element that has the focus after this handler.
  focusComposer()
}
