// Lazy-loaded: most users never manage models.
import { lazyView } from '#lib/load-code.ts'

export const ModelManagement = lazyView(async () => (await import('./model-management.tsx')).ModelManagement)
