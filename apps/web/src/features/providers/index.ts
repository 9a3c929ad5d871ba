import { lazyView } from '#lib/load-code.ts'

export { useCreateProvider, useEmbeddedState, useProviders, useTestProvider } from './api.ts'
export { silenceOf } from './silence.ts'

// Lazy-loaded: most users never connect a model server.
export const ProviderManagement = lazyView(
  async () => (await import('./provider-management.tsx')).ProviderManagement,
)
