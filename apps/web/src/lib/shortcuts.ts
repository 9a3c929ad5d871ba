// Global keyboard shortcuts (PAGE-3): Ctrl or Cmd and a key. The help is in
// static/data/keyboard-shortcuts; a test compares both.
import { useEffectEvent, useLayoutEffect } from 'react'
import { useTranslation } from './texts.ts'

interface Shortcut {
  shift: boolean
  /** The character, where keyboard layouts place it differently. */
  sign?: string
  /** Alternative keys where the browser or system uses the first ones. They also need Shift. */
  second?: { code: string; takenBy: 'firefox' | 'windows' }
}

/** Every shortcut by the physical key (`event.code`). */
export const SHORTCUTS = {
  Slash: { shift: false, sign: '/' },
  KeyK: { shift: false, sign: 'k' },
  KeyO: { shift: true },
  // Firefox opens a private window.
  KeyP: { shift: true, second: { code: 'KeyL', takenBy: 'firefox' } },
  KeyS: { shift: true },
  Period: { shift: true },
  Comma: { shift: true },
  KeyF: { shift: true },
  // Windows opens its task manager.
  Escape: { shift: true, second: { code: 'Enter', takenBy: 'windows' } },
} as const satisfies Record<string, Shortcut>

export type ShortcutCode = keyof typeof SHORTCUTS

export const isShortcutCode = (code: string): code is ShortcutCode => Object.hasOwn(SHORTCUTS, code)

type Pressed = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'code' | 'key'>

/** Returns whether a pressed key matches the shortcut. */
export function isShortcut(pressed: Pressed, code: ShortcutCode): boolean {
  if (!(pressed.ctrlKey || pressed.metaKey) || pressed.altKey) return false
  const shortcut: Shortcut = SHORTCUTS[code]
  if (shortcut.second && pressed.shiftKey && pressed.code === shortcut.second.code) return true
  if (shortcut.sign === undefined) return pressed.shiftKey === shortcut.shift && pressed.code === code
  // A sign is matched by the typed character, because some layouts need Shift for it ("/" on a German one is Shift+7). On a
  // layout without Latin letters the physical key is matched.
  const latin = /^[\x20-\x7e]$/.test(pressed.key)
  const isSign = latin ? pressed.key.toLowerCase() === shortcut.sign : pressed.code === code
  return isSign && (!pressed.shiftKey || shortcut.sign === '/')
}

/** Timeout for the render that marks a dialog as closing, and for the page that replaces it. */
const CLOSING_MS = 1_000

/** When what may close a dialog was last pressed or clicked in the window, which has one keyboard. */
let closedAt = -Infinity

function noteClosing(event: KeyboardEvent | MouseEvent): void {
  if (!('key' in event) || /^E(nter|scape)$/.test(event.key)) closedAt = event.timeStamp
}

/** An open dialog handles its own keys, a closing one does not. */
const isDialogOpen = () => document.querySelector('[aria-modal="true"]:not([data-leaving])') !== null

/** Calls `act` once no dialog is open; not at all when one still is at the deadline. */
function afterClosing(act: () => void, deadline: number): void {
  requestAnimationFrame(() => {
    if (!isDialogOpen()) act()
    else if (performance.now() < deadline) afterClosing(act, deadline)
  })
}

/** Calls `act` for Ctrl or Cmd with the shortcut's key. */
export function useShortcut(code: ShortcutCode, act: () => void, active = true): void {
  const run = useEffectEvent(act)
  // Before the page is painted: a key that is pressed as soon as something is visible must not be lost.
  useLayoutEffect(() => {
    if (!active) return undefined
    const listener = (event: KeyboardEvent) => {
      noteClosing(event)
      if (!isShortcut(event, code)) return
      const isOpen = isDialogOpen()
      // The router renders the end of a dialog later than the next key may come.
      const mayBeClosing = event.timeStamp - closedAt < CLOSING_MS
      if (isOpen && !mayBeClosing) return
      event.preventDefault()
      if (isOpen) afterClosing(() => run(), performance.now() + CLOSING_MS)
      else run()
    }
    window.addEventListener('keydown', listener)
    window.addEventListener('click', noteClosing)
    return () => {
      window.removeEventListener('keydown', listener)
      window.removeEventListener('click', noteClosing)
    }
  }, [active, code])
}

/** Returns whether this computer uses Cmd instead of Ctrl. */
export const isMac = (): boolean => /^(Mac|iP)/.test(navigator.platform)

const SIGNS: Readonly<Record<string, string>> = {
  Slash: '/',
  Period: '.',
  Comma: ',',
  Escape: 'Esc',
  Enter: '⏎',
}

/** Returns whether the browser or the system uses the shortcut's first keys here, so that the page shows the second ones. */
export function isTaken(code: ShortcutCode): boolean {
  const { second }: Shortcut = SHORTCUTS[code]
  if (second?.takenBy === 'firefox') return /\bFirefox\//.test(navigator.userAgent)
  return second?.takenBy === 'windows' && navigator.platform.startsWith('Win')
}

/**
 * Returns the label of a shortcut, “Ctrl ⇧ P”; `mod` is the name of the Ctrl or Cmd key. With `taken`, the alternative keys.
 */
export function shortcutLabel(code: ShortcutCode, mod: string, taken = false): string {
  const { shift, second }: Shortcut = SHORTCUTS[code]
  const key = taken && second ? second.code : code
  return [mod, ...(shift ? ['⇧'] : []), SIGNS[key] ?? key.replace('Key', '')].join(' ')
}

/** Returns `shortcutLabel` for this computer, in the interface's language. */
export function useShortcutLabel(): (code: ShortcutCode) => string {
  const { t } = useTranslation('ui')
  return (code) => shortcutLabel(code, isMac() ? 'Cmd' : t('ctrl'), isTaken(code))
}
