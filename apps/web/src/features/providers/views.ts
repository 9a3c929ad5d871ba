// Lazy-loaded: most users never connect a model server.
import { lazyView } from '#lib/load-code.ts'

export const ProviderManagement = lazyView(
  async () => (await import('./provider-management.tsx')).ProviderManagement,
)
