// Fetched when it is first shown: most people never connect a model server.
import { lazyView } from '../../lib/load-code.ts'

export const ProviderManagement = lazyView(
  async () => (await import('./provider-management.tsx')).ProviderManagement,
)
