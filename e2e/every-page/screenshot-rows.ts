// Rows with a screenshot on every run: one of each kind of page, dialog and menu. The rest is in `npm run test:full`.
import type { Entry } from './entry.ts'

const WITH_SCREENSHOT: ReadonlySet<string> = new Set([
  'dashboard',
  'dashboard-modern',
  'projects',
  'chat-table',
  'chat-modern',
  'chat-code',
  'chat-reasoning',
  'chat-failed-and-stopped',
  'chat-empty',
  'chat-many-tabs',
  'compare',
  'users',
  'admin',
  'groups',
  'audit',
  'system',
  'help-topic',
  'profile-own',
  'sign-in',
  'set-up',
  'dialog-new-user-wrong',
  'dialog-sharing-chosen',
  'dialog-prompt-options',
  'dialog-replay',
  'dialog-edit-chatbot',
  'dialog-theme-builder',
  'sheet-compare',
  'menu-project',
  'list-models',
  'drawer',
])

/** Returns whether its screenshot is compared on every run. */
export const hasScreenshot = ({ name }: Entry): boolean => WITH_SCREENSHOT.has(name)

/** Returns the rows with a screenshot, and those that one without a URL opens on. */
export const tellingOf = (entries: readonly Entry[]): readonly Entry[] =>
  entries.reduceRight<readonly Entry[]>((kept, entry) => {
    const next = kept[0]
    const opens = next !== undefined && !next.at && entries[entries.indexOf(entry) + 1] === next
    return opens || hasScreenshot(entry) ? [entry, ...kept] : kept
  }, [])
