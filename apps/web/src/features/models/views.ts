// Fetched when it is first shown: most people never manage models.
import { lazyView } from '../../lib/load-code.ts'

export const ModelManagement = lazyView(async () => (await import('./model-management.tsx')).ModelManagement)
