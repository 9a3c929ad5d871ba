import { useTranslation } from '#lib/texts.ts'
import { Chip } from '#ui/chip.tsx'
import { useIsNew } from './use-unread.ts'

/** Marks what was shared with the person and not opened yet, in its list. */
export function NewMark({ path }: { path: string }) {
  const { t } = useTranslation('shell')
  return useIsNew(path) && <Chip>{t('notifications.shared')}</Chip>
}
