// Lazy-loaded with the dialog that shows it.
import { lazyView } from '#lib/load-code.ts'

export type { PickedProject } from './project-picker.tsx'

/** Selects a project in a dialog. */
export const ProjectPicker = lazyView(async () => (await import('./project-picker.tsx')).ProjectPicker)
