export { useProviders } from './api.ts'
export { ProviderManagement } from './views.ts'
