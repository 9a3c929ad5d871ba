import type { MediaItem } from '@polylogue/contract'
import { DATASOURCE_STATUS } from '@polylogue/contract/browser'
import { useNavigate } from 'react-router'
import { useNotices } from '../../../lib/notices.ts'
import { useErrorMessage } from '../../../lib/problem.ts'
import { useTranslation } from '../../../lib/texts.ts'
import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuRule } from '../../../ui/menu.tsx'
import { MediaRefreshItems } from '../addresses/index.ts'
import { useIndexMedia, useRemoveMedia } from './api.ts'
import { canOpen, isComplete } from './facts.ts'

interface MediaMenuProps {
  media: MediaItem
  /** Whether the user may change the data source. */
  writes: boolean
  on: { view: () => void; remove: () => void }
  className?: string | undefined
}

/** What the user may do with a document. */
export function MediaMenu({ media, writes, on, className }: MediaMenuProps) {
  const { t } = useTranslation('datasources')
  const navigate = useNavigate()
  const index = useIndexAgain()
  const { media_id: id, datasourceId, name, status, characters } = media
  const isRead = status === DATASOURCE_STATUS.ready && characters > 0
  const button = <IconButton icon="dots" label={t('media.actionsFor', { name })} className={className} />
  return (
    <Menu position="bottom-end" target={button}>
      {canOpen(media) && (
        <MenuItem icon="eye" onSelect={on.view}>
          {t('media.view')}
        </MenuItem>
      )}
      {isRead && (
        <MenuItem icon="file-text" onSelect={() => void navigate(`/datasources/${datasourceId}/media/${id}`)}>
          {t('media.read')}
        </MenuItem>
      )}
      {writes && isComplete(media) && (
        <MenuItem icon="refresh" onSelect={() => index(id)}>
          {t('media.index')}
        </MenuItem>
      )}
      {writes && media.url !== null && <MediaRefreshItems media={media} />}
      {writes && (
        <>
          <MenuRule />
          <MenuItem icon="trash" onSelect={on.remove}>
            {t('media.remove')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

function useIndexAgain(): (id: number) => void {
  const { t } = useTranslation('datasources')
  const notices = useNotices()
  const errorMessage = useErrorMessage()
  const { mutate } = useIndexMedia()
  return (id) =>
    mutate(id, {
      onError: (error) =>
        notices.show({ kind: 'failure', title: t('media.indexFailed'), text: errorMessage(error).sentence }),
    })
}

interface RemoveMediaProps {
  /** The document to remove; undefined while there is none. */
  media: MediaItem | undefined
  onClose: () => void
}

/** Asks for confirmation, then removes a document. */
export function RemoveMedia({ media, onClose }: RemoveMediaProps) {
  const { t } = useTranslation('datasources')
  const remove = useRemoveMedia()
  const name = media?.name ?? ''
  return (
    <DeleteDialog
      opened={media !== undefined}
      id={media?.media_id}
      remove={remove}
      words={{
        title: t('media.remove'),
        question: t('media.removeQuestion', { name }),
        verb: t('media.remove'),
        failed: (sentence) => `${t('media.removeFailed')}: ${sentence}`,
      }}
      onClose={onClose}
    />
  )
}
