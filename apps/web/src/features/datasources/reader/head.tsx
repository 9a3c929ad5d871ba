import type { MediaItem } from '@polylogue/contract'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { IconLink } from '#ui/icon-button.tsx'
import { useMediaViewer } from '#ui/media-viewer.tsx'
import { canOpen, useAsMedium, MediaStatus } from '#features/media/index.ts'
import { Download } from './download.tsx'
import css from './reader.module.css'

interface HeadProps {
  media: MediaItem
  /** The panel that changes the passages; undefined for a document without text. */
  panel: { id: string; isOpen: boolean } | undefined
  onPanel: () => void
}

/** The state of a document, and what can be done with it. */
export function Head({ media, panel, onPanel }: HeadProps) {
  const { t } = useTranslation(['workbench', 'datasources'])
  const { show, viewer } = useMediaViewer()
  const medium = useAsMedium()(media)
  return (
    <div className={css.head}>
      <div className={css.about}>
        <MediaStatus media={media} />
      </div>
      {panel && (
        <Button
          icon="adjustments-horizontal"
          aria-expanded={panel.isOpen}
          aria-controls={panel.isOpen ? panel.id : undefined}
          onClick={onPanel}
        >
          {t('cut.open')}
        </Button>
      )}
      {canOpen(media) && (
        <>
          <Button icon="eye" onClick={() => show([medium], 0)}>
            {t('datasources:reader.view')}
          </Button>
          <Download load={medium.load} name={media.name}>
            {t('datasources:reader.download')}
          </Download>
        </>
      )}
      <IconLink icon="help-circle" label={t('help')} to="/help/workbench" />
      {viewer}
    </div>
  )
}
