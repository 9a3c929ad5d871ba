// Looks at pictures and files one after the other (shell specification, sections 4 and 9). Fetched when it is first opened.
import { useState, type ReactNode } from 'react'
import { lazyDialog } from './lazy-dialog.tsx'
import type { Medium } from './medium.ts'

export type { Medium }

export interface MediaViewer {
  /** Opens the viewer at one of several. */
  show(media: readonly Medium[], index: number): void
  /** Stands anywhere in what uses it. */
  viewer: ReactNode
}

const MediaViewerDialog = lazyDialog(
  async () => (await import('./media-viewer-dialog.tsx')).MediaViewerDialog,
)

const NOTHING: readonly Medium[] = []

/** A box that shows a picture or names a file, with Close and Download; arrow keys go on to the next one. */
export function useMediaViewer(): MediaViewer {
  const [place, setPlace] = useState({ opened: false, media: NOTHING, index: 0 })
  return {
    show: (media, index) => setPlace({ opened: true, media, index }),
    viewer: (
      <MediaViewerDialog
        opened={place.opened}
        media={place.media}
        index={place.index}
        onMove={(index) => setPlace({ ...place, index })}
        onClose={() => setPlace({ ...place, opened: false })}
      />
    ),
  }
}
