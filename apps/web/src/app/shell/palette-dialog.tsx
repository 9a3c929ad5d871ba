import { PaletteDialog } from '#features/palette/palette-dialog.tsx'
import { PALETTE_SOURCES } from '../palette-sources.ts'

/** The command palette with the sources of all features. */
export const FullPalette = (props: { opened: boolean; onClose: () => void }) => (
  <PaletteDialog {...props} sources={PALETTE_SOURCES} />
)
