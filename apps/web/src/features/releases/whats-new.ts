// Decides whether the release notes are shown (shell specification, section 4; settings 11 and 34).

interface Stored {
  whatsNewScreen?: string | undefined
  showInitialTour?: string | undefined
}

/**
 * show: the version is newer than the last one shown to this user. mark: a new user, who is offered the tour instead; the
 * version is only stored. no: already shown.
 */
export function whatsNew(stored: Stored, version: string): 'show' | 'mark' | 'no' {
  if (stored.whatsNewScreen === version) return 'no'
  const isNew = !stored.whatsNewScreen && stored.showInitialTour !== 'true'
  return isNew ? 'mark' : 'show'
}

/**
 * Prepares the notes for display: inserts the configured product name and removes the title, which the page already shows.
 */
export const notesFor = (text: string, appName: string): string =>
  text.replace(/^# .*\n+/, '').replaceAll('{appName}', appName)
