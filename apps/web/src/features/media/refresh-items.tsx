import type { MediaItem } from '@polylogue/contract'
import { REFRESHES } from '@polylogue/contract/browser'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { MenuChoices, MenuItem } from '#ui/menu.tsx'
import { useRefreshMedia, useSetRefresh } from './api.ts'

/** Menu entries that fetch an address now, and choose how often it is fetched again. */
export function MediaRefreshItems({ media: { media_id: id, refresh } }: { media: MediaItem }) {
  const { t } = useTranslation('datasources')
  const now = useRefreshMedia()
  const choice = useSetRefresh()
  const failed = useFailed()
  return (
    <>
      <MenuItem icon="world" onSelect={() => now.mutate(id, { onError: failed('refreshFailed') })}>
        {t('addresses.refreshNow')}
      </MenuItem>
      <MenuChoices
        label={t('addresses.refresh')}
        value={refresh}
        options={REFRESHES.map((value) => ({ value, label: t(`addresses.${value}`) }))}
        onChange={(value) => choice.mutate({ id, refresh: value }, { onError: failed('changeFailed') })}
      />
    </>
  )
}

/** Returns a function that makes handlers which show why a request failed. */
export function useFailed(): (title: 'refreshFailed' | 'changeFailed') => (error: unknown) => void {
  const { t } = useTranslation('datasources')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  return (title) => (error) =>
    notices.show({ kind: 'failure', title: t(`addresses.${title}`), text: errorMessage(error).sentence })
}
