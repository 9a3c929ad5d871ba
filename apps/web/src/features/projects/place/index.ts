// Lazy-loaded with the dialog that shows it.
import { lazyView } from '#lib/load-code.ts'

export type { ChosenPlace } from './chosen-place.ts'
export { useChosenProject } from './use-chosen-project.ts'

/** Selects where something is used: in a new chat, or in a project. */
export const PlaceField = lazyView(async () => (await import('./place-field.tsx')).PlaceField)
