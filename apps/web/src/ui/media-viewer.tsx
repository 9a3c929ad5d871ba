// Shows pictures and files one by one (PAGE-3). Loads when first opened.
import { useState, type ReactNode } from 'react'
import { lazyDialog } from './lazy-dialog.tsx'
import type { Medium } from './medium.ts'

export type { Medium }

export interface MediaViewer {
  /** Opens the viewer at `index`. */
  show(media: readonly Medium[], index: number): void
  /** Render it anywhere in the component. */
  viewer: ReactNode
}

const MediaViewerDialog = lazyDialog(
  async () => (await import('./media-viewer-dialog.tsx')).MediaViewerDialog,
)

const NOTHING: readonly Medium[] = []

/** Returns a viewer that shows a picture or a file's name, with Close and Download; arrow keys move to the next. */
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
