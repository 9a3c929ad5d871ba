import type { MediaItem } from '@polylogue/contract'
import { REFRESHES } from '@polylogue/contract/browser'
import { useTranslation } from '#lib/texts.ts'
import { MenuChoices, MenuItem } from '#ui/menu.tsx'
import { useRefreshMedia, useSetRefresh } from './api.ts'
import { useFailure } from './use-failure.ts'

/** Menu entries that fetch an address now, and choose how often it is fetched again. */
export function MediaRefreshItems({ media: { media_id: id, refresh } }: { media: MediaItem }) {
  const { t } = useTranslation('media')
  const now = useRefreshMedia()
  const choice = useSetRefresh()
  const failure = useFailure()
  return (
    <>
      <MenuItem icon="world" onSelect={() => now.mutate(id, { onError: failure('refreshFailed') })}>
        {t('refresh.now')}
      </MenuItem>
      <MenuChoices
        label={t('refresh.field')}
        value={refresh}
        options={REFRESHES.map((value) => ({ value, label: t(`refresh.${value}`) }))}
        onChange={(value) => choice.mutate({ id, refresh: value }, { onError: failure('changeFailed') })}
      />
    </>
  )
}
