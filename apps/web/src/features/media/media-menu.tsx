import type { MediaItem } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '#lib/texts.ts'
import { DeleteDialog } from '#ui/delete-dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '#ui/menu.tsx'
import { useCancelMedia, useIndexMedia, useRemoveMedia } from './api.ts'
import { canOpen, canReadAs, isAtWork, isComplete, isUnfinished } from './media-state.ts'
import { ReadAs } from './read-as.tsx'
import { MediaRefreshItems } from './refresh-items.tsx'
import { useResume } from './upload/index.ts'
import { useFailure } from './use-failure.ts'
import { useNow } from './use-now.ts'

interface MediaMenuProps {
  media: MediaItem
  /** Whether the user may change the data source. */
  writes: boolean
  on: { view: () => void; remove: () => void }
  className?: string | undefined
}

/** What the user may do with a document. */
export function MediaMenu({ media, writes, on, className }: MediaMenuProps) {
  const { t } = useTranslation('media')
  const navigate = useNavigate()
  const index = useIndexMedia()
  const cancel = useCancelMedia()
  const failure = useFailure()
  const now = useNow()
  const resume = useResume(media)
  const [readsAs, setReadsAs] = useState(false)
  const { media_id: id, datasourceId, name, status, characters } = media
  const isRead = status === DATASOURCE_STATUS.ready && characters > 0
  const button = <IconButton icon="dots" label={t('actionsFor', { name })} className={className} />
  return (
    <>
      <Menu position="bottom-end" target={button}>
        {canOpen(media) && (
          <MenuItem icon="eye" onSelect={on.view}>
            {t('view')}
          </MenuItem>
        )}
        {isRead && (
          <MenuItem
            icon="file-text"
            onSelect={() => void navigate(`/datasources/${datasourceId}/media/${id}`)}
          >
            {t('read')}
          </MenuItem>
        )}
        {writes && isUnfinished(media) && (
          <MenuItem icon="upload" onSelect={resume.choose}>
            {t('resume')}
          </MenuItem>
        )}
        {writes && isComplete(media) && (
          <MenuItem icon="refresh" onSelect={() => index.mutate(id, { onError: failure('indexFailed') })}>
            {t('index')}
          </MenuItem>
        )}
        {writes && canReadAs(media) && (
          <MenuItem icon="language" onSelect={() => setReadsAs(true)}>
            {t('encoding.readAs')}
          </MenuItem>
        )}
        {writes && isAtWork(media, now) && (
          <MenuItem icon="cancel" onSelect={() => cancel.mutate(id, { onError: failure('cancelFailed') })}>
            {t('cancel')}
          </MenuItem>
        )}
        {writes && media.url !== null && <MediaRefreshItems media={media} />}
        {writes && <RemoveItem onRemove={on.remove} />}
      </Menu>
      {writes && isUnfinished(media) && resume.input}
      {readsAs && <ReadAs media={media} onClose={() => setReadsAs(false)} />}
    </>
  )
}

function RemoveItem({ onRemove }: { onRemove: () => void }) {
  const { t } = useTranslation('media')
  return (
    <>
      <MenuRule />
      <MenuItem icon="trash" onSelect={onRemove}>
        {t('remove')}
      </MenuItem>
    </>
  )
}

interface RemoveMediaProps {
  /** The document to remove; undefined while there is none. */
  media: MediaItem | undefined
  onClose: () => void
}

/** Asks for confirmation, then removes a document. */
export function RemoveMedia({ media, onClose }: RemoveMediaProps) {
  const { t } = useTranslation('media')
  const remove = useRemoveMedia()
  const name = media?.name ?? ''
  return (
    <DeleteDialog
      opened={media !== undefined}
      id={media?.media_id}
      remove={remove}
      words={{
        title: t('remove'),
        question: t('removeQuestion', { name }),
        verb: t('remove'),
        failed: (sentence) => `${t('removeFailed')}: ${sentence}`,
      }}
      onClose={onClose}
    />
  )
}
