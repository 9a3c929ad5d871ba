// Keyboard shortcuts of the whole page (shell specification, section 4): Ctrl or Cmd and a key. What people read about them is
// static/data/keyboard-shortcuts; a test compares both.
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from './texts.ts'

interface Shortcut {
  shift: boolean
  /** The letter or sign, where a keyboard's language may put it elsewhere. */
  sign?: string
  /** Keys that do the same, because this one takes the first for itself. They need Shift as well. */
  second?: { code: string; takenBy: 'firefox' | 'windows' }
}

/** Every shortcut by the key's place on a keyboard (`event.code`). */
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

/** Whether a pressed key is that shortcut. */
export function isShortcut(pressed: Pressed, code: ShortcutCode): boolean {
  if (!(pressed.ctrlKey || pressed.metaKey) || pressed.altKey) return false
  const shortcut: Shortcut = SHORTCUTS[code]
  if (shortcut.second && pressed.shiftKey && pressed.code === shortcut.second.code) return true
  if (shortcut.sign === undefined) return pressed.shiftKey === shortcut.shift && pressed.code === code
  // A sign counts where it is written, and some keyboards need Shift for it ("/" on a German one is Shift+7). On a keyboard
  // without Latin letters its place counts.
  const latin = /^[\x20-\x7e]$/.test(pressed.key)
  const isSign = latin ? pressed.key.toLowerCase() === shortcut.sign : pressed.code === code
  return isSign && (!pressed.shiftKey || shortcut.sign === '/')
}

/** Calls `act` for Ctrl or Cmd with the shortcut's key. */
export function useShortcut(code: ShortcutCode, act: () => void, active = true): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(event, code)) return
    // A dialog keeps its keys to itself; one that is on its way out has none any more.
    if (document.querySelector('[aria-modal="true"]:not([data-leaving])')) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!active) return undefined
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [active])
}

/** Whether Cmd takes the place of Ctrl here. */
export const isMac = (): boolean => /^(Mac|iP)/.test(navigator.platform)

const SIGNS: Readonly<Record<string, string>> = {
  Slash: '/',
  Period: '.',
  Comma: ',',
  Escape: 'Esc',
  Enter: '⏎',
}

/** Whether the browser or the system keeps a shortcut's first keys for itself here, so that the second ones are to be shown. */
export function isTaken(code: ShortcutCode): boolean {
  const { second }: Shortcut = SHORTCUTS[code]
  if (second?.takenBy === 'firefox') return /\bFirefox\//.test(navigator.userAgent)
  return second?.takenBy === 'windows' && navigator.platform.startsWith('Win')
}

/**
 * A shortcut as it stands beside what it does: “Ctrl ⇧ P”; `mod` is what the key in place of Ctrl is called. Where the first
 * keys are taken, the second ones.
 */
export function shortcutLabel(code: ShortcutCode, mod: string, taken = false): string {
  const { shift, second }: Shortcut = SHORTCUTS[code]
  const key = taken && second ? second.code : code
  return [mod, ...(shift ? ['⇧'] : []), SIGNS[key] ?? key.replace('Key', '')].join(' ')
}

/** `shortcutLabel` for this computer, in the interface's language. */
export function useShortcutLabel(): (code: ShortcutCode) => string {
  const { t } = useTranslation('ui')
  return (code) => shortcutLabel(code, isMac() ? 'Cmd' : t('ctrl'), isTaken(code))
}
