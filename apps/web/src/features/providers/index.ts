export { useCreateProvider, useEmbeddedState, useProviders, useTestProvider } from './api.ts'
export { ProviderManagement } from './views.ts'
