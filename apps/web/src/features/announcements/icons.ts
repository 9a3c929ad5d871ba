import type { AnnouncementKind } from '@polylogue/contract'
import type { IconName } from '#ui/icon.tsx'

export const ICONS: Readonly<Record<AnnouncementKind, IconName>> = {
  info: 'info-circle',
  warning: 'alert-triangle',
  error: 'alert-circle',
}
