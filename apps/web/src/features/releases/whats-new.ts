// Decides whether the release notes are shown (SETTING-4; settings 11 and 34).

interface Stored {
  whatsNewScreen?: string | undefined
  showInitialTour?: string | undefined
}

/**
 * Whether the release notes of `version` are due: always, once, but to a newcomer only after the offer of the tour was
 * answered, so that the first page has one offer.
 */
export function isNewsDue(stored: Stored, version: string, isNewcomer: boolean): boolean {
  if (stored.whatsNewScreen === version) return false
  return !isNewcomer || Boolean(stored.whatsNewScreen) || stored.showInitialTour === 'true'
}

/**
 * Prepares the notes for display: inserts the configured product name and removes the title, which the page already shows.
 */
export const notesFor = (text: string, appName: string): string =>
  text.replace(/^# .*\n+/, '').replaceAll('{appName}', appName)
