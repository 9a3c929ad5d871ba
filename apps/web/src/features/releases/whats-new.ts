// Whether somebody is told what is new (shell specification, section 4; settings 11 and 34).

interface Stored {
  whatsNewScreen?: string | undefined
  showInitialTour?: string | undefined
}

/**
 * show: a version was installed since the one this person was told of. mark: somebody new, to whom nothing is news; the tour is
 * offered instead. no: told already.
 */
export function whatsNew(stored: Stored, version: string): 'show' | 'mark' | 'no' {
  if (stored.whatsNewScreen === version) return 'no'
  const isNew = !stored.whatsNewScreen && stored.showInitialTour !== 'true'
  return isNew ? 'mark' : 'show'
}

/** The notes as people read them: with the product's name as it is called here, without the title, which the place has. */
export const notesFor = (text: string, appName: string): string =>
  text.replace(/^# .*\n+/, '').replaceAll('{appName}', appName)
