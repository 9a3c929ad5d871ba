// Settings that this browser stores without an account. The script of app/start/boot.html reads theme, look and language by
// these names.

const PREFIX = 'polylogue.'

export type PreferenceName =
  | 'theme'
  | 'look'
  | 'colours'
  | 'language'
  | 'userName'
  | 'navigation'
  | 'panel'
  | 'panelSection'
  | 'sendDirectly'
  | 'appName'
  | 'branding'
  | 'proMode'
  | 'smallScreenTold'
  | 'tab'
  | 'letters'
  | 'library'
  | 'compareLines'
  | 'uninstalled'
  | 'pushes'
  | 'exportFormat'
  | 'exportDetails'

/** Returns the stored value; null when there is none, or when the browser has no storage. */
export function recall(name: PreferenceName): string | null {
  try {
    return localStorage.getItem(PREFIX + name)
  } catch {
    return null
  }
}

/** Stores a value; null deletes it. Without storage the value lasts as long as the page. */
export function remember(name: PreferenceName, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name)
    else localStorage.setItem(PREFIX + name, value)
  } catch {
    return
  }
}
