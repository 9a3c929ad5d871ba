// The field one writes in is where a project's page begins: what gives it the focus, and when.
import { useSyncExternalStore } from 'react'

/** The field's id in the page. */
export const COMPOSER = 'composer'

const field = () => document.getElementById(COMPOSER)

/** Gives the field the focus; false when there is none, as for somebody who only reads. */
export function focusComposer(): boolean {
  const composer = field()
  composer?.focus({ preventScroll: true })
  return composer !== null && document.activeElement === composer
}

/** A keyboard that comes up with the focus hides half of the page: there one taps the field. */
export const hasOnScreenKeyboard = (): boolean => window.matchMedia('(pointer: coarse)').matches

let shown = 0
const listeners = new Set<() => void>()

function count(change: 1 | -1): void {
  shown += change
  for (const listener of listeners) listener()
}

/** Says that a field is in the page; the function returned says that it is gone. */
export function showComposer(): () => void {
  count(1)
  return () => count(-1)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether there is a field: not for somebody who only reads, nor beside a comparison. */
export const useHasComposer = (): boolean => useSyncExternalStore(subscribe, () => shown > 0)

let wanted: number | undefined

/** Somebody wants to write in this project now, on whatever device: its field takes the focus, also when it comes later. */
export function wantComposer(projectId: number): void {
  wanted = projectId
  if (field()?.dataset['project'] === String(projectId)) takeFocus(projectId)
}

/** Takes the focus as the field appears, unless somebody is doing something else. */
export function takeFocus(projectId: number): void {
  const isWanted = wanted === projectId
  if (!isWanted && (hasOnScreenKeyboard() || !isFree(document.activeElement))) return
  if (focusComposer() && isWanted) wanted = undefined
}

/** Gives the field the focus after a change of route; false where it is not for the field. */
export function focusAfterRoute({ isFree: free }: { isFree: boolean }): boolean {
  const isWanted = wanted !== undefined && field()?.dataset['project'] === String(wanted)
  if (!isWanted && (!free || hasOnScreenKeyboard())) return false
  if (!focusComposer()) return false
  wanted = undefined
  return true
}

/**
 * Whether the focus is nowhere, or at what led here: the navigation, the heading, the row of tabs. Not in a field, and not at a
 * tab that was reached by keyboard: its arrow keys go on from there.
 */
function isFree(focused: Element | null): boolean {
  if (!focused?.isConnected || focused === document.body) return true
  if (isField(focused) || focused.matches('[role="tab"]:focus-visible')) return false
  return focused.matches('h1, main') || focused.closest('nav, [data-tour="tabs"]') !== null
}

const isField = (element: Element): boolean =>
  element.matches('input, textarea, select, [contenteditable="true"]')

/** What keeps its keys to itself while it is open. */
const OVERLAYS = '[aria-modal="true"], [role="menu"], [role="listbox"]'

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'
>

/** Whether a pressed key writes something: a letter, a sign, or the accent of one. Space scrolls and presses buttons. */
export const writes = ({ key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented }: Pressed): boolean =>
  !defaultPrevented &&
  !isComposing &&
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  (key === 'Dead' || /^\S$/u.test(key))

/** Sends what is typed anywhere on the page into the field, unless something has the focus that takes letters itself. */
export function typeIntoComposer(event: KeyboardEvent): void {
  const { activeElement } = document
  if (!writes(event) || (activeElement && isField(activeElement))) return
  if ([...document.querySelectorAll(OVERLAYS)].some((one) => one.checkVisibility())) return
  // The letter itself goes to whatever has the focus once this key is handled.
  focusComposer()
}
