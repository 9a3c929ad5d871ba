export { WHATS_NEW, WhatsNewDialog } from './dialogs.ts'
export { ReleaseNotes } from './release-notes.tsx'
export { useWhatsNew } from './use-whats-new.ts'
