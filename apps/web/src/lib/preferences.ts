// What this browser remembers without an account. The boot script in index.html reads theme, look and language by these names.

const PREFIX = 'polylogue.'

export type PreferenceName =
  | 'theme'
  | 'look'
  | 'colours'
  | 'language'
  | 'userName'
  | 'navigation'
  | 'sendDirectly'
  | 'appName'
  | 'proMode'
  | 'smallScreenTold'
  | 'tab'
  | 'letters'

/** What is remembered; null when nothing is, or when this browser keeps nothing. */
export function recall(name: PreferenceName): string | null {
  try {
    return localStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}

/** Remembers a value, or forgets it with null. A browser that keeps nothing forgets it with the page. */
export function remember(name: PreferenceName, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, value)
  } catch {
    return
  }
}
